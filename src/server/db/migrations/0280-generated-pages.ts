// Purpose: pages that an import created for an API reference, which an export leaves out while they are as created.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table original_file drop constraint original_file_kind_check`,
  sql`alter table original_file add constraint original_file_kind_check
    check (kind in ('page', 'file', 'reusable', 'summary', 'settings', 'generated'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
