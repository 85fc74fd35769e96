// Purpose: no two sites have the same proxy URL; hosts are compared in lower case.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`update site set proxy = lower(split_part(proxy, '/', 1)) || substr(proxy, position('/' in proxy))
    where proxy is not null`,
  // Until now an address did nothing, so two sites could have the same: the oldest keeps it.
  sql`update site set proxy = null where exists (
    select from site older where older.proxy = site.proxy
      and (older.created_at, older.id) < (site.created_at, site.id))`,
  sql`create unique index site_by_proxy on site (proxy) where proxy is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
