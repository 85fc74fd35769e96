// Purpose: the customization of sites, the overrides of their spaces, and the schema of visitor claims.
import { type Kysely, sql } from 'kysely'

const statements = [
  // Kept as text (json), so that members stay in the order they were given. A site without a row has the usual looks.
  // Both count their own version, because the site's is that of its settings.
  sql`create table site_customization (
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    looks json not null,
    version integer not null default 1,
    primary key (organization_id, site_id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create trigger tell_change after insert or update or delete on site_customization for each row
    execute function tell_change('site-customization', 'site_id', 'site_id')`,

  sql`create table site_space_customization (
    organization_id text collate "C" not null,
    site_space_id text collate "C" not null,
    site_id text collate "C" not null,
    overrides json not null,
    version integer not null default 1,
    primary key (organization_id, site_space_id),
    foreign key (organization_id, site_space_id) references site_space on delete cascade
  )`,
  sql`create index site_space_customization_of_site on site_space_customization (organization_id, site_id)`,
  sql`create trigger tell_change after insert or update or delete on site_space_customization for each row
    execute function tell_change('site-customization', 'site_id', 'site_id')`,

  sql`create table site_adaptive_schema (
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    json_schema json not null,
    version integer not null default 1,
    updated_at timestamptz not null,
    primary key (organization_id, site_id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create trigger tell_change after insert or update or delete on site_adaptive_schema for each row
    execute function tell_change('site-audience', 'site_id', 'site_id')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
