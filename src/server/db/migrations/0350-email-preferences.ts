// Purpose: people choose how often they get notifications by email, and rejected addresses get none.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table email_preference (
    user_id text collate "C" primary key references user_account on delete cascade,
    -- By reason; only those that were chosen.
    frequencies jsonb not null default '{}',
    digest_hour smallint not null check (digest_hour between 0 and 23),
    time_zone text not null,
    version integer not null default 1,
    updated_at timestamptz not null
  )`,
  sql`create table undeliverable_address (
    user_id text collate "C" primary key references user_account on delete cascade,
    -- The account can have another address meanwhile, to which this does not apply.
    email text not null,
    error text not null,
    created_at timestamptz not null
  )`,
  sql`create index undeliverable_address_by_time on undeliverable_address (created_at desc)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
