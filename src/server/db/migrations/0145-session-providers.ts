// Purpose: a session knows every single sign-on provider it was opened with, and whether it reaches the whole account.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table session add column whole_account boolean not null default true`,
  sql`create table session_provider (
    session_id text collate "C" not null references session (id) on delete cascade,
    provider_id text collate "C" not null references sso_provider on delete cascade,
    primary key (session_id, provider_id)
  )`,
  sql`create index session_provider_by_provider on session_provider (provider_id)`,
  sql`insert into session_provider (session_id, provider_id)
    select s.id, p.id from session s join sso_provider p on p.id = s.provider_id`,
  // Sessions of providers whose organization does not own the domain of the account's address.
  sql`update session s set whole_account = false
    from user_account u
    where u.id = s.user_id and s.method in ('saml', 'oidc')
      and not exists (select from verified_domain d where d.organization_id = s.provider_organization_id
        and d.domain = split_part(u.email, '@', 2) and d.verified_at is not null)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
