// Purpose: providers of single sign-on, the identities they have confirmed, and sign-ins in progress.
import { type Kysely, sql } from 'kysely'

const statements = [
  // What all types of providers have in common; each type has a table of its own for the rest.
  sql`create table sso_provider (
    id text collate "C" primary key,
    organization_id text collate "C" not null references organization on delete cascade,
    type text not null check (type in ('saml', 'oidc')),
    label text not null,
    status text not null check (status in ('pending', 'active')),
    default_team_id text collate "C",
    default_role text,
    version integer not null default 1,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    unique (organization_id, id),
    foreign key (organization_id, default_team_id) references team on delete set null (default_team_id)
  )`,
  sql`create index sso_provider_by_created on sso_provider (organization_id, created_at, id)`,
  sql`create index sso_provider_by_team on sso_provider (organization_id, default_team_id)
    where default_team_id is not null`,

  sql`create table saml_provider (
    provider_id text collate "C" primary key references sso_provider on delete cascade,
    entity_id text,
    sso_url text,
    certificate text
  )`,

  // Signs authentication requests; its certificate is part of the service metadata.
  sql`create table saml_signing_key (
    organization_id text collate "C" primary key references organization on delete cascade,
    private_key bytea not null,
    certificate text not null,
    created_at timestamptz not null
  )`,

  sql`create table sso_identity (
    organization_id text collate "C" not null,
    provider_id text collate "C" not null,
    subject text not null,
    user_id text collate "C" not null references user_account on delete cascade,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    primary key (provider_id, subject),
    foreign key (organization_id, provider_id) references sso_provider (organization_id, id) on delete cascade
  )`,
  sql`create index sso_identity_of_user on sso_identity (user_id, organization_id)`,

  // A sign-in, a link to an account or a test that has been sent to a provider. Rows are deleted after they expire.
  sql`create table sso_request (
    id text collate "C" primary key,
    organization_id text collate "C" not null,
    provider_id text collate "C" not null,
    kind text not null check (kind in ('sign-in', 'link', 'test')),
    user_id text collate "C" references user_account on delete cascade,
    return_path text not null,
    browser_hash bytea,
    data jsonb,
    answered_at timestamptz,
    ticket_hash bytea unique,
    outcome jsonb,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    foreign key (organization_id, provider_id) references sso_provider (organization_id, id) on delete cascade
  )`,
  sql`create index sso_request_by_expiry on sso_request (expires_at)`,
  sql`create index sso_request_of_provider on sso_request (organization_id, provider_id)`,

  sql`create trigger notify_change after insert or delete or update on sso_provider for each row
    execute function notify_change('sso-provider', 'id', '')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
