// Purpose: an index for the few pages that are excluded from search.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index page_without_index on page (organization_id, space_id, page_id) where no_index`.execute(
    db,
  )
}
