// Purpose: change requests have a description, which merge rules can require.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table change_request add column description text not null default ''`.execute(db)
}
