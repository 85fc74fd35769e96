// Purpose: imports as they wait, run and end, each with its progress and its report.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table import_run (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    space_id text collate "C" not null,
    status text not null default 'pending'
      check (status in ('pending', 'in-progress', 'completed', 'failed', 'cancelled')),
    source jsonb not null,
    progress jsonb not null default '{"phase": "reading", "done": 0, "total": null}',
    report jsonb,
    revision_id text collate "C",
    reason text,
    -- Whether the reason is one of the outside world (decisions 31), of the source, or ours.
    reason_kind text,
    -- Counts beginnings; what an older one still does when a newer has begun is void.
    attempt integer not null default 0,
    created_by text collate "C",
    created_at timestamptz not null,
    started_at timestamptz,
    completed_at timestamptz,
    primary key (organization_id, id),
    foreign key (organization_id, space_id) references space on delete cascade
      deferrable initially deferred
  )`,
  sql`create index import_run_by_created on import_run (organization_id, created_at, id)`,
  sql`create index import_run_of_space on import_run (organization_id, space_id, created_at, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
