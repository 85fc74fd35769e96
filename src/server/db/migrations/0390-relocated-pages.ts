// Purpose: pages that moved to another space are found there, by their former ids and paths.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table relocated_page (
    organization_id text collate "C" not null,
    -- Where the page was.
    space_id text collate "C" not null,
    page_id text collate "C" not null,
    -- Where it is now. It may have been deleted since, so only the space is a foreign key.
    to_space_id text collate "C" not null,
    to_page_id text collate "C" not null,
    -- It gets its slug back if it returns.
    slug text not null,
    moved_by text collate "C",
    moved_at timestamptz not null,
    primary key (organization_id, space_id, page_id),
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred,
    foreign key (organization_id, to_space_id) references space on delete cascade deferrable initially deferred
  )`,
  sql`create index relocated_page_to on relocated_page (organization_id, to_space_id, to_page_id)`,
  // The paths at which the page was in its former space.
  sql`create table relocated_path (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    path text collate "C" not null,
    page_id text collate "C" not null,
    moved_at timestamptz not null,
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred,
    foreign key (organization_id, space_id, page_id) references relocated_page on delete cascade
  )`,
  // A path may be longer than an index entry; its hash never is.
  sql`create index relocated_path_by_path on relocated_path
    (only_indexed(hashtextextended(path, 0)::text), organization_id, space_id)`,
  sql`create index relocated_path_of_page on relocated_path (organization_id, space_id, page_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
