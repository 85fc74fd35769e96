// Purpose: imports of sources with several spaces as a site.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table site_import (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    status text not null default 'pending'
      check (status in ('pending', 'in-progress', 'planned', 'completed', 'failed', 'cancelled')),
    -- Whether it waits to be started once the source was read.
    is_preview boolean not null,
    source jsonb not null,
    -- Credentials for the source, sealed with a key that is not in the database; gone when the run is over.
    secret bytea,
    plan jsonb,
    -- The space and the import for each space of the plan, in its order, once the site is created.
    created jsonb,
    site_id text collate "C",
    reason text,
    attempt integer not null default 0,
    created_by text collate "C",
    created_at timestamptz not null,
    completed_at timestamptz,
    primary key (organization_id, id)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
