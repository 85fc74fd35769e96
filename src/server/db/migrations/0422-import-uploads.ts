// Purpose: files for imports that arrive in parts, so that an upload continues after an interruption.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table import_upload (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    user_id text collate "C" not null,
    -- Null for the import of a site.
    space_id text collate "C",
    name text not null,
    size bigint not null,
    received bigint not null default 0,
    -- The names of the stored parts, in their order.
    parts text[] not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred
  )`,
  sql`create index import_upload_of_user on import_upload (organization_id, user_id)`,
  sql`create index import_upload_by_time on import_upload (updated_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
