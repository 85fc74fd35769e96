// Purpose: a session knows how it was opened, and an organization can require a second factor.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table session
    add column method text not null default 'password'
      check (method in ('password', 'one-time-link', 'passkey', 'saml', 'oidc')),
    add column provider_id text collate "C",
    add column provider_organization_id text collate "C" references organization on delete cascade,
    add column second_factor boolean not null default false`,
  sql`create index session_of_provider on session (provider_id) where provider_id is not null`,
  sql`create index session_of_provider_organization on session (provider_organization_id)
    where provider_organization_id is not null`,
  sql`alter table organization
    add column second_factor text not null default 'optional' check (second_factor in ('optional', 'required'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
