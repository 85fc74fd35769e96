// Purpose: the files that pages were imported from, so that an export writes what did not change as it was.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table original_file (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    kind text not null check (kind in ('page', 'file', 'reusable', 'summary', 'settings')),
    -- Id of what the file became; its path for the table of contents and for settings.
    target text collate "C" not null,
    -- What was stored for it: the hash of a text or of a file's bytes, empty for others.
    state text collate "C" not null,
    path text not null,
    -- Null for files, whose bytes are in the blob store, and for a table of contents that the source doesn't have.
    bytes bytea,
    -- The fields of a page or reusable content, or the entries of the table of contents, as they were stored.
    fields jsonb not null default '{}',
    -- How the lines of the stored text relate to those of the file; null if they don't.
    alignment jsonb,
    recorded_at timestamptz not null,
    primary key (organization_id, space_id, kind, target, state),
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
