// Purpose: the pages of other spaces that link to a page are found by the space and page in dashboard URLs.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create function page_in_url(url text) returns text language sql immutable strict parallel safe
    return substring(url from '/s/([A-Za-z0-9_-]{1,64}/p/[A-Za-z0-9_-]{1,64})(?:#|$)')`,
  sql`create index page_link_across on page_link (only_indexed(page_in_url(url)), organization_id)
    where kind = 'url' and url like '%/s/%/p/%'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
