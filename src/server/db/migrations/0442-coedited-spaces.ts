// Purpose: updates and writers of a shared text are deleted and transferred with their space.
import { type Kysely, sql } from 'kysely'

const tables = ['coedited_update', 'coedited_writer'] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables)
    await sql`alter table ${sql.table(table)} add foreign key (organization_id, space_id)
      references space on delete cascade deferrable initially deferred`.execute(db)
}
