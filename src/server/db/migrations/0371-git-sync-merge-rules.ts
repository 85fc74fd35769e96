// Purpose: pushed commits follow the merge rules of their space, unless its admin lets them bypass the rules.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table git_sync drop constraint git_sync_import_mode_check`,
  sql`alter table git_sync add constraint git_sync_import_mode_check
    check (import_mode in ('space', 'change-request', 'space-without-rules'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
