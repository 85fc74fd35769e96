// Purpose: OpenAPI specifications with their versions and operations, and which pages show them.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table openapi_spec (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    slug text collate "C" not null,
    source_url text,
    visibility text not null default 'private' check (visibility in ('private', 'public')),
    processing_state text not null check (processing_state in ('pending', 'progress', 'complete')),
    orders integer not null default 1,
    last_version_id text collate "C",
    last_processed_at timestamptz,
    last_error_code text check (last_error_code in ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
    last_errors jsonb not null default '[]',
    refresh_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    unique (organization_id, slug)
  )`,
  sql`create index openapi_spec_by_created on openapi_spec (organization_id, created_at, id)`,
  sql`create index openapi_spec_to_refresh on openapi_spec (refresh_at) where refresh_at is not null`,

  // What was given as text, until it is read; apart, so that the triggers on the specification do not handle it.
  sql`create table openapi_given_text (
    organization_id text collate "C" not null,
    spec_id text collate "C" not null,
    text text not null,
    primary key (organization_id, spec_id),
    foreign key (organization_id, spec_id) references openapi_spec on delete cascade
  )`,

  // Of type json, which keeps the order of members.
  sql`create table openapi_spec_version (
    organization_id text collate "C" not null,
    id text collate "C" not null,
    spec_id text collate "C" not null,
    hash text not null,
    source_url text,
    title text,
    api_version text,
    operations integer not null,
    format text not null check (format in ('json', 'yaml')),
    text text not null,
    documents json not null,
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, spec_id) references openapi_spec on delete cascade
  )`,
  sql`create index openapi_spec_version_by_created
    on openapi_spec_version (organization_id, spec_id, created_at, id)`,

  // The operations of the newest version only.
  sql`create table openapi_operation (
    organization_id text collate "C" not null,
    spec_id text collate "C" not null,
    ordinal integer not null,
    method text not null,
    path text not null,
    summary text,
    tag text,
    deprecated boolean not null,
    model json not null,
    primary key (organization_id, spec_id, ordinal),
    foreign key (organization_id, spec_id) references openapi_spec on delete cascade
  )`,
  sql`create unique index openapi_operation_named
    on openapi_operation (organization_id, spec_id, method, md5(path))`,

  sql`create trigger tell_change after insert or delete or update on openapi_spec for each row
    execute function tell_change('openapi-spec', 'id', '')`,

  sql`alter table page_link drop constraint page_link_kind_check`,
  sql`alter table page_link add constraint page_link_kind_check
    check (kind in ('page', 'file', 'anchor', 'url', 'unresolved', 'reusable', 'openapi'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
