// Purpose: provisioning by an identity provider (SCIM): its tokens, and what it stores about users and groups.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table scim_token (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    label text not null,
    hash bytea not null unique,
    created_by text collate "C",
    created_at timestamptz not null,
    last_used_at timestamptz,
    primary key (organization_id, id)
  )`,
  sql`create index scim_token_by_created on scim_token (organization_id, created_at, id)`,

  sql`create table scim_user (
    organization_id text collate "C" not null,
    user_id text collate "C" not null,
    user_name text not null,
    external_id text,
    given_name text,
    family_name text,
    suspended_access jsonb,
    updated_at timestamptz not null,
    primary key (organization_id, user_id),
    foreign key (organization_id, user_id) references member on delete cascade
  )`,
  sql`create unique index scim_user_by_name on scim_user (organization_id, lower(user_name))`,
  sql`create unique index scim_user_by_external_id on scim_user (organization_id, external_id)`,

  sql`create table scim_group (
    organization_id text collate "C" not null,
    team_id text collate "C" not null,
    external_id text,
    updated_at timestamptz not null,
    primary key (organization_id, team_id),
    foreign key (organization_id, team_id) references team on delete cascade
  )`,
  sql`create unique index scim_group_by_external_id on scim_group (organization_id, external_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
