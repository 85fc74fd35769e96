// Purpose: sites, what they are made of (section groups, sections, site spaces), and the addresses they once had.
import { type Kysely, sql } from 'kysely'

const statements = [
  // `basename` is the site's address on this service and so unique over all organizations.
  // The two defaults are pointers, so that there can never be two; which of them counts for the spaces depends on
  // the site having sections (then each section points at its own).
  sql`create table site (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    type text not null default 'basic',
    title text not null,
    basename text collate "C" not null,
    hostname text collate "C",
    proxy text,
    icon jsonb,
    visibility text not null default 'public',
    published boolean not null default false,
    adaptive_content boolean not null default false,
    default_section_id text collate "C",
    default_site_space_id text collate "C",
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  sql`create unique index site_by_id on site (id)`,
  sql`create unique index site_by_basename on site (basename)`,
  sql`create unique index site_by_hostname on site (hostname) where hostname is not null`,
  sql`create index site_by_created on site (organization_id, created_at, id)`,

  // Groups and the sections outside groups share one order; both are compared by order_key.
  sql`create table site_section_group (
    organization_id text collate "C" not null,
    id text collate "C" not null,
    site_id text collate "C" not null,
    order_key text collate "C" not null,
    title text not null,
    icon text,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create unique index site_section_group_in_order on site_section_group (organization_id, site_id, order_key)`,

  sql`create table site_section (
    organization_id text collate "C" not null,
    id text collate "C" not null,
    site_id text collate "C" not null,
    group_id text collate "C",
    order_key text collate "C" not null,
    title text not null,
    description text,
    path text collate "C" not null,
    icon text,
    condition text,
    default_site_space_id text collate "C",
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, site_id) references site on delete cascade,
    foreign key (organization_id, group_id) references site_section_group
  )`,
  sql`create unique index site_section_by_path on site_section (organization_id, site_id, path)`,
  sql`create unique index site_section_in_order on site_section (organization_id, site_id, group_id, order_key)
    nulls not distinct`,

  sql`create table site_space (
    organization_id text collate "C" not null,
    id text collate "C" not null,
    site_id text collate "C" not null,
    section_id text collate "C",
    space_id text collate "C" not null,
    order_key text collate "C" not null,
    path text collate "C" not null,
    condition text,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, site_id) references site on delete cascade,
    foreign key (organization_id, section_id) references site_section,
    foreign key (organization_id, space_id) references space
  )`,
  sql`create unique index site_space_by_path on site_space (organization_id, site_id, section_id, path)
    nulls not distinct`,
  sql`create unique index site_space_in_order on site_space (organization_id, site_id, section_id, order_key)
    nulls not distinct`,
  sql`create unique index site_space_once on site_space (organization_id, site_id, section_id, space_id)
    nulls not distinct`,
  sql`create index site_space_of_space on site_space (organization_id, space_id)`,

  // An address below the site's own, without slashes around it: 'guides/v2'; empty for the site's root.
  sql`create table moved_address (
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    address text collate "C" not null,
    site_space_id text collate "C" not null,
    created_at timestamptz not null,
    primary key (organization_id, site_id, address),
    foreign key (organization_id, site_id) references site on delete cascade,
    foreign key (organization_id, site_space_id) references site_space on delete cascade
  )`,
  sql`create index moved_address_of_target on moved_address (organization_id, site_space_id)`,

  // Deferred, because a section and its first space are born together and go together.
  sql`alter table site add constraint site_default_section
    foreign key (organization_id, default_section_id) references site_section
    on delete no action deferrable initially deferred`,
  sql`alter table site add constraint site_default_site_space
    foreign key (organization_id, default_site_space_id) references site_space
    on delete no action deferrable initially deferred`,
  sql`alter table site_section add constraint site_section_default_site_space
    foreign key (organization_id, default_site_space_id) references site_space
    on delete no action deferrable initially deferred`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
