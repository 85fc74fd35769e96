// Purpose: providers that speak OpenID Connect, and what the groups of people at a provider mean here.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table oidc_provider (
    provider_id text collate "C" primary key references sso_provider on delete cascade,
    issuer text,
    client_id text,
    client_secret bytea,
    scopes text[] not null,
    groups_claim text not null
  )`,

  // A mapping without its team stays for its role.
  sql`create table sso_group_mapping (
    organization_id text collate "C" not null,
    provider_id text collate "C" not null,
    ordinal integer not null,
    group_name text not null,
    team_id text collate "C",
    role text,
    primary key (provider_id, ordinal),
    foreign key (organization_id, provider_id) references sso_provider (organization_id, id) on delete cascade,
    foreign key (organization_id, team_id) references team on delete set null (team_id)
  )`,
  sql`create index sso_group_mapping_by_team on sso_group_mapping (organization_id, team_id)
    where team_id is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
