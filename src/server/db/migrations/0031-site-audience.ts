// Purpose: who may read a site: share links, and how visitors are recognised.
import { type Kysely, sql } from 'kysely'

const statements = [
  // The key is kept as it is, because whoever manages the site may look the link up again.
  sql`create table site_share_link (
    organization_id text collate "C" not null,
    id text collate "C" not null,
    site_id text collate "C" not null,
    name text not null,
    key text collate "C" not null,
    active boolean not null default true,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create unique index site_share_link_by_key on site_share_link (organization_id, site_id, key)`,
  sql`create index site_share_link_by_created on site_share_link (organization_id, site_id, created_at, id)`,
  sql`create trigger tell_change after insert or update or delete on site_share_link for each row
    execute function tell_change('site-share-link', 'id', 'site_id')`,

  // Made when it is first asked for. The key signs tokens of visitors, so it has to be at hand as it is.
  sql`create table site_publishing_auth (
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    backend text not null default 'custom',
    private_key text not null,
    fallback_url text,
    logout_url text,
    primary key (organization_id, site_id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create trigger tell_change after insert or update or delete on site_publishing_auth for each row
    execute function tell_change('site-publishing', 'site_id', 'site_id')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
