// Purpose: the instances on this database, and emails that mail servers rejected.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table instance (
    id text collate "C" primary key,
    host text not null,
    version text not null,
    started_at timestamptz not null,
    seen_at timestamptz not null
  )`,
  sql`create table rejected_email (
    id bigint generated always as identity primary key,
    payload jsonb not null,
    recipient text not null,
    error text not null,
    created_at timestamptz not null
  )`,
  sql`create index rejected_email_by_time on rejected_email (created_at desc, id desc)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
