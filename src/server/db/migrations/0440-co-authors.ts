// Purpose: revisions name everyone who wrote them.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revision add column co_authors text[] not null default '{}'`.execute(db)
}
