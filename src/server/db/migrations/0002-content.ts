// Purpose: the content store: immutable objects, revisions, files, and the projections of each space's head.
import { type Kysely, sql } from 'kysely'

const statements = [
  // The value itself. Dear, so that the planner asks the index that is made of it and never tries it row by row:
  // of a space filled a moment ago it knows nothing, takes every index for equally good, and would as soon read the
  // whole space for each of its pages.
  sql`create function only_indexed(value text) returns text
    language plpgsql immutable strict parallel safe cost 100000 as $$ begin return value; end $$`,

  // Immutable: pages' texts, chunks of folders and file lists, roots. The hash is SHA-256 over kind and body.
  sql`create table content_object (
    organization_id text collate "C" not null references organization on delete cascade,
    hash bytea not null,
    kind text not null,
    body text not null,
    primary key (organization_id, hash)
  )`,

  sql`create table revision (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    id text collate "C" not null,
    parents text[] not null default '{}',
    root bytea not null,
    type text not null check (type in ('edits', 'merge', 'rollback', 'update')),
    created_by text collate "C",
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, space_id) references space on delete cascade
      deferrable initially deferred
  )`,
  sql`create index revision_by_created on revision (space_id, created_at, id)`,

  // Which stored bytes an organization uses; the bytes themselves are in the blob store under their hash.
  sql`create table file_blob (
    organization_id text collate "C" not null references organization on delete cascade,
    hash text collate "C" not null,
    size bigint not null,
    created_at timestamptz not null,
    primary key (organization_id, hash)
  )`,

  // From here on projections of the head: derived, rebuilt by lectern rebuild.
  sql`create table page (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    page_id text collate "C" not null,
    parent_id text collate "C",
    type text not null,
    slug text not null,
    path text collate "C",
    title text not null,
    emoji text,
    icon text,
    description text,
    hidden boolean not null default false,
    no_index boolean not null default false,
    body bytea,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, space_id, page_id),
    foreign key (organization_id, space_id) references space on delete cascade
      deferrable initially deferred
  )`,
  // A path may be longer than an index entry; its hash never is.
  sql`create index page_by_path on page
    (only_indexed(hashtextextended(path, 0)::text), organization_id, space_id)`,
  sql`create index page_in_parent on page (only_indexed(parent_id), organization_id, space_id)`,

  sql`create table moved_page (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    path text collate "C" not null,
    page_id text collate "C" not null,
    moved_at timestamptz not null,
    foreign key (organization_id, space_id) references space on delete cascade
      deferrable initially deferred
  )`,
  sql`create index moved_page_by_path on moved_page
    (only_indexed(hashtextextended(path, 0)::text), organization_id, space_id)`,
  sql`create index moved_page_of_page on moved_page (organization_id, space_id, page_id)`,

  sql`create table page_section (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    page_id text collate "C" not null,
    ordinal integer not null,
    anchor text,
    title text not null,
    body text not null,
    vector tsvector not null,
    primary key (organization_id, space_id, page_id, ordinal),
    foreign key (organization_id, space_id) references space on delete cascade
      deferrable initially deferred
  )`,
  sql`create index page_section_by_word on page_section using gin (vector)`,
  sql`create index page_section_by_title on page_section using gin (title gin_trgm_ops)`,

  sql`create table page_link (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    page_id text collate "C" not null,
    ordinal integer not null,
    kind text not null check (kind in ('page', 'file', 'anchor', 'url', 'unresolved')),
    target_id text collate "C",
    anchor text,
    url text,
    primary key (organization_id, space_id, page_id, ordinal),
    foreign key (organization_id, space_id) references space on delete cascade
      deferrable initially deferred
  )`,
  sql`create index page_link_to on page_link (only_indexed(target_id), kind, organization_id, space_id)
    where target_id is not null`,

  sql`create table file (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    file_id text collate "C" not null,
    name text not null,
    content_type text not null,
    size bigint not null,
    blob text collate "C" not null,
    width integer,
    height integer,
    created_at timestamptz not null,
    primary key (organization_id, file_id, space_id),
    foreign key (organization_id, space_id) references space on delete cascade
      deferrable initially deferred
  )`,
  sql`create index file_by_created on file (organization_id, space_id, created_at, file_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
