// Purpose: organizations, their members, authentication, and the library (collections and spaces) with its grants.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create extension if not exists pg_trgm`,
  sql`create extension if not exists unaccent`,

  sql`create function role_rank(role text) returns integer language sql immutable parallel safe as $$
    select case role when 'admin' then 6 when 'create' then 5 when 'review' then 4 when 'edit' then 3
      when 'comment' then 2 when 'read' then 1 else 0 end $$`,

  sql`create table organization (
    id text collate "C" primary key,
    title text not null,
    email_domains text[] not null default '{}',
    hostname text unique,
    type text not null default 'business',
    use_case text,
    community_type text,
    default_role text,
    default_content jsonb,
    logo text,
    sso boolean not null default false,
    ai boolean not null default false,
    invite_links boolean not null default true,
    plan text not null default 'free',
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,

  sql`create table user_account (
    id text collate "C" primary key,
    email text not null unique check (email = lower(email)),
    display_name text not null,
    photo_url text,
    password_hash text,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,

  sql`create table session (
    hash bytea primary key,
    id text collate "C" not null unique,
    user_id text collate "C" not null references user_account on delete cascade,
    user_agent text,
    ip text,
    created_at timestamptz not null,
    last_seen_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index session_of_user on session (user_id)`,

  sql`create table api_token (
    hash bytea primary key,
    id text collate "C" not null unique,
    user_id text collate "C" not null references user_account on delete cascade,
    label text not null,
    read_only boolean not null default false,
    created_at timestamptz not null,
    expires_at timestamptz,
    last_used_at timestamptz
  )`,
  sql`create index api_token_of_user on api_token (user_id, created_at, id)`,

  sql`create table one_time_link (
    hash bytea primary key,
    purpose text not null,
    user_id text collate "C" references user_account on delete cascade,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,

  sql`create table member (
    organization_id text collate "C" not null references organization on delete cascade,
    user_id text collate "C" not null references user_account on delete cascade,
    role text,
    disabled boolean not null default false,
    sso boolean not null default false,
    version integer not null default 1,
    joined_at timestamptz not null,
    last_seen_at timestamptz,
    primary key (organization_id, user_id)
  )`,
  sql`create index member_of_user on member (user_id, organization_id)`,
  sql`create index member_by_joined on member (organization_id, joined_at, user_id)`,

  sql`create table team (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    title text not null,
    version integer not null default 1,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  sql`create table team_member (
    organization_id text collate "C" not null,
    team_id text collate "C" not null,
    user_id text collate "C" not null,
    role text not null default 'member',
    primary key (organization_id, team_id, user_id),
    foreign key (organization_id, team_id) references team on delete cascade,
    foreign key (organization_id, user_id) references member on delete cascade
  )`,
  sql`create index team_of_member on team_member (organization_id, user_id)`,

  sql`create table collection (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    parent_id text collate "C",
    order_key text collate "C" not null,
    title text not null,
    description text,
    default_level text not null default 'inherit',
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, parent_id) references collection
  )`,
  sql`create unique index collection_by_id on collection (id)`,
  sql`create index collection_in_parent on collection (organization_id, parent_id, order_key)`,
  sql`create index collection_by_created on collection (organization_id, created_at, id)`,

  sql`create table space (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    parent_id text collate "C",
    order_key text collate "C" not null,
    title text not null,
    emoji text,
    icon text,
    visibility text not null default 'private',
    edit_mode text not null default 'live',
    default_level text not null default 'inherit',
    revision_id text collate "C" not null,
    comments integer not null default 0,
    change_requests integer not null default 0,
    change_requests_open integer not null default 0,
    change_requests_draft integer not null default 0,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    deleted_at timestamptz,
    deleted_by text collate "C",
    primary key (organization_id, id),
    foreign key (organization_id, parent_id) references collection on delete set null (parent_id)
  )`,
  sql`create unique index space_by_id on space (id)`,
  sql`create index space_in_parent on space (organization_id, parent_id, order_key) where deleted_at is null`,
  sql`create index space_by_created on space (organization_id, created_at, id) where deleted_at is null`,
  sql`create index space_in_trash on space (organization_id, deleted_at, id) where deleted_at is not null`,

  sql`create table access_grant (
    organization_id text collate "C" not null,
    subject_kind text not null check (subject_kind in ('space', 'collection')),
    subject_id text collate "C" not null,
    grantee_kind text not null check (grantee_kind in ('user', 'team')),
    grantee_id text collate "C" not null,
    role text,
    created_at timestamptz not null,
    primary key (organization_id, subject_kind, subject_id, grantee_kind, grantee_id)
  )`,
  sql`create index grant_of_grantee on access_grant (organization_id, grantee_kind, grantee_id)`,

  sql`create table service_setting (
    name text primary key,
    value jsonb not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
