// Purpose: passkeys, authenticator apps, recovery codes, the second step of a sign-in, and the sign-in history.
import { type Kysely, sql } from 'kysely'

const statements = [
  // Maintained with every change of a passkey or authenticator app: it is read with each sign-in and in lists.
  sql`alter table user_account add column second_factor boolean not null default false`,
  sql`alter table session add column confirmed_at timestamptz`,

  sql`create table passkey (
    credential_id text collate "C" primary key,
    id text collate "C" not null unique,
    user_id text collate "C" not null references user_account on delete cascade,
    name text not null,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    synced boolean not null,
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  sql`create index passkey_of_user on passkey (user_id, created_at, id)`,

  sql`create table authenticator_app (
    user_id text collate "C" primary key references user_account on delete cascade,
    secret bytea not null,
    last_counter bigint,
    created_at timestamptz not null,
    confirmed_at timestamptz
  )`,

  sql`create table recovery_code (
    user_id text collate "C" not null references user_account on delete cascade,
    hash bytea not null,
    used_at timestamptz,
    primary key (user_id, hash)
  )`,

  sql`create table sign_in_challenge (
    hash bytea primary key,
    purpose text not null check (purpose in ('sign-in', 'passkey-sign-in', 'passkey-creation', 'confirmation')),
    user_id text collate "C" references user_account on delete cascade,
    method text,
    passkey_challenge text not null,
    attempts int not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index sign_in_challenge_by_expiry on sign_in_challenge (expires_at)`,
  sql`create index sign_in_challenge_of_user on sign_in_challenge (user_id)`,

  sql`create table sign_in_event (
    id text collate "C" primary key,
    user_id text collate "C" not null references user_account on delete cascade,
    created_at timestamptz not null,
    outcome text not null check (outcome in ('signed-in', 'wrong-password', 'wrong-second-factor')),
    method text not null check (method in ('password', 'one-time-link', 'passkey', 'saml', 'oidc')),
    second_factor text check (second_factor in ('passkey', 'code', 'recovery-code')),
    provider_id text collate "C",
    provider_label text,
    user_agent text,
    ip text
  )`,
  sql`create index sign_in_event_of_user on sign_in_event (user_id, created_at desc, id desc)`,
  sql`create index sign_in_event_by_time on sign_in_event (created_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
