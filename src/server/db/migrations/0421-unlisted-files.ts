// Purpose: pages of a source that its table of contents doesn’t list, which an export contains.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table original_file drop constraint original_file_kind_check`,
  sql`alter table original_file add constraint original_file_kind_check
    check (kind in ('page', 'file', 'reusable', 'summary', 'settings', 'generated', 'unlisted'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
