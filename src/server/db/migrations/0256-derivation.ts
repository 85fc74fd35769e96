// Purpose: what an older version derived from texts is rebuilt once after an upgrade.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation add column derivation integer not null default 0`.execute(db)
}
