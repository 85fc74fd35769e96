// Purpose: organizations prove that they own an email domain; domains entered before are pending.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table verified_domain (
    organization_id text collate "C" not null references organization on delete cascade,
    domain text collate "C" not null,
    record_token text not null,
    verified_at timestamptz,
    verified_by text check (verified_by in ('dns', 'operator')),
    last_checked_at timestamptz,
    last_error text check (last_error in ('no_record', 'wrong_record', 'dns_failed', 'taken')),
    missing_since timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    primary key (organization_id, domain),
    check ((verified_at is null) = (verified_by is null))
  )`,
  sql`create unique index verified_domain_owner on verified_domain (domain) where verified_at is not null`,
  sql`create index verified_domain_by_check on verified_domain (last_checked_at nulls first)`,
  sql`create trigger notify_change after insert or delete or update on verified_domain for each row
    execute function notify_change('verified-domain', 'domain', '')`,
  sql`insert into verified_domain (organization_id, domain, record_token, created_at)
    select distinct o.id, d.domain, replace(gen_random_uuid()::text, '-', ''), now()
    from organization o cross join lateral unnest(o.email_domains) as d (domain)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
