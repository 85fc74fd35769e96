// Purpose: redirects of sites, from paths that nothing stands at to parts of the site or to elsewhere.
import { type Kysely, sql } from 'kysely'

const statements = [
  // source is kept as it was written; source_key is how paths are compared: decoded, in small letters, without
  // slashes around. What a destination names may go away, and the redirect then leads nowhere until it is changed.
  sql`create table site_redirect (
    organization_id text collate "C" not null,
    id text collate "C" not null,
    site_id text collate "C" not null,
    source text not null,
    source_key text collate "C" not null,
    destination jsonb not null,
    permanent boolean not null default true,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create unique index site_redirect_by_source on site_redirect (organization_id, site_id, source_key)`,
  sql`create index site_redirect_by_created on site_redirect (organization_id, site_id, created_at, id)`,
  sql`create trigger tell_change after insert or update or delete on site_redirect for each row
    execute function tell_change('site-redirect', 'id', 'site_id')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
