// Purpose: invite links, verified e-mail addresses, custom fields with their values, the audit log, and the answers kept for repeated requests.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table user_account add column email_verified_at timestamptz`,

  sql`create table invite (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    role text not null,
    subject_kind text check (subject_kind in ('space', 'collection')),
    subject_id text collate "C",
    joined integer not null default 0,
    created_by text collate "C" not null,
    created_at timestamptz not null,
    primary key (organization_id, id),
    check ((subject_kind is null) = (subject_id is null))
  )`,
  sql`create index invite_by_created on invite (organization_id, created_at, id)`,
  sql`create index invite_to_subject on invite (organization_id, subject_kind, subject_id)`,

  sql`create table custom_field (
    organization_id text collate "C" not null references organization on delete cascade,
    name text collate "C" not null,
    id text collate "C" not null unique,
    type text not null,
    title text,
    description text,
    placeholder text,
    options text[],
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, name)
  )`,
  sql`create index custom_field_by_created on custom_field (organization_id, created_at, name)`,

  sql`create table custom_field_value (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    field_name text collate "C" not null,
    value jsonb not null,
    primary key (organization_id, space_id, field_name),
    foreign key (organization_id, space_id) references space on delete cascade,
    foreign key (organization_id, field_name) references custom_field on delete cascade
  )`,
  sql`create index custom_field_value_of_field on custom_field_value (organization_id, field_name)`,

  sql`create table audit_event (
    id uuid primary key default gen_random_uuid(),
    organization_id text collate "C" not null references organization on delete cascade,
    occurred_at timestamptz not null,
    action text not null,
    actor_kind text not null,
    actor_id text collate "C" not null,
    actor_label text,
    source text not null,
    target_kind text not null,
    target_id text collate "C" not null,
    target_label text,
    before jsonb,
    after jsonb,
    request_id text
  )`,
  sql`create index audit_by_time on audit_event (organization_id, occurred_at desc, id desc)`,
  sql`create index audit_of_target on audit_event (organization_id, target_id, occurred_at desc, id desc)`,
  sql`create index audit_of_actor on audit_event (organization_id, actor_id, occurred_at desc, id desc)`,
  sql`create index audit_of_action on audit_event (organization_id, action, occurred_at desc, id desc)`,

  sql`create table idempotency_key (
    user_id text collate "C" not null references user_account on delete cascade,
    key text collate "C" not null,
    request bytea not null,
    written boolean not null default false,
    status integer,
    answer text,
    created_at timestamptz not null,
    primary key (user_id, key)
  )`,
  sql`create index idempotency_key_by_age on idempotency_key (created_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
