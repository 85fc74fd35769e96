// Purpose: files whose bytes are replaced keep their id; the earlier bytes can still be downloaded by their hash.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table file add column replaced_at timestamptz`,
  sql`alter table unshown_file add column replaced_at timestamptz`,
  sql`alter table unshown_file drop constraint unshown_file_pkey`,
  sql`alter table unshown_file add primary key (organization_id, file_id, space_id, blob)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
