// Purpose: what several instances share: which storage and key belong to the database, throttles and rate limits.
import { type Kysely, sql } from 'kysely'

const statements = [
  // One row. The storage has the same id in a file; `storage_written` is true once it does.
  sql`create table installation (
    only_row boolean primary key default true check (only_row),
    storage_id text not null,
    storage_written boolean not null default false,
    sealing_key_hash bytea
  )`,
  // Failed attempts by what is guessed, hashed. Rows are deleted after half an hour without an attempt.
  sql`create table throttle (
    key bytea primary key,
    failures integer not null,
    blocked_until timestamptz not null,
    updated_at timestamptz not null
  )`,
  sql`create index throttle_by_age on throttle (updated_at)`,
  // Requests of the current minute by person, hashed. A crash may lose them.
  sql`create unlogged table request_rate (
    key bytea primary key,
    count integer not null,
    reset_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
