// Purpose: roles can be granted on sites as on spaces and collections.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table access_grant drop constraint access_grant_subject_kind_check`,
  sql`alter table access_grant add constraint access_grant_subject_kind_check
    check (subject_kind in ('space', 'collection', 'site'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
