// Purpose: the history of a space finds the confirmations of its pages by their time.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create index page_confirmation_by_time on page_confirmation
    (organization_id, space_id, confirmed_at, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
