// Purpose: the pages that no search shows, which are few, known at once instead of asked for one by one.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index page_without_index on page (organization_id, space_id, page_id) where no_index`.execute(
    db,
  )
}
