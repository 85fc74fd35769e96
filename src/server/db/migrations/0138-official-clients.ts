// Purpose: wildcard and draft redirects, and where the content of a space and a revision came from in git.
import { type Kysely, sql } from 'kysely'

const statements = [
  // A source key that ends in `*` matches every path that begins with the rest.
  sql`alter table site_redirect add column draft boolean not null default false,
    add column capture_wildcard boolean not null default false`,
  sql`drop index site_redirect_by_source`,
  sql`create unique index site_redirect_by_source on site_redirect (organization_id, site_id, source_key, draft)`,
  sql`create index site_redirect_wildcards on site_redirect (organization_id, site_id)
    where right(source_key, 1) = '*'`,
  // The last completed import from a git repository: {repository, url, provider?, updatedAt}.
  sql`alter table space add column git_sync jsonb`,
  // The commit that a revision was imported from: {oid, message, url?, ref?}.
  sql`alter table revision add column git jsonb`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
