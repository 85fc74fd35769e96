// Purpose: the backups of the service, with their results.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table backup_run (
    id text collate "C" primary key,
    trigger text not null check (trigger in ('schedule', 'manual', 'upgrade', 'command')),
    status text not null check (status in ('waiting', 'running', 'succeeded', 'failed')),
    target text not null,
    backup_id text collate "C",
    encrypted boolean not null,
    attempt integer not null default 0,
    created_at timestamptz not null,
    started_at timestamptz,
    ended_at timestamptz,
    next_attempt_at timestamptz,
    -- Updated every few seconds while a process works on it.
    alive_at timestamptz,
    step text,
    progress real,
    row_count bigint,
    database_bytes bigint,
    file_count bigint,
    file_bytes bigint,
    verified_at timestamptz,
    findings text[] not null default '{}',
    error text
  )`,
  sql`create index backup_run_by_time on backup_run (created_at desc, id desc)`,
  // One at a time.
  sql`create unique index backup_run_current on backup_run ((true)) where status in ('waiting', 'running')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
