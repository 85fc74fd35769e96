// Purpose: where and how an import adds its pages, the result for each item of its source, and an encrypted secret while it runs.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table import_run
    add column target jsonb not null default '{}',
    add column options jsonb not null default '{}',
    -- Credentials for the source, sealed with a key that is not in the database; gone when the run is over.
    add column secret bytea`,
  sql`update import_run
    set target = jsonb_build_object('changeRequest', source->'changeRequest'), source = source - 'changeRequest'
    where source ? 'changeRequest'`,
  sql`create table import_item (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    import_id text collate "C" not null,
    position integer not null,
    -- Path or address; null for pages that only the order names.
    source text,
    outcome text not null check (outcome in ('page', 'file', 'read', 'left-out')),
    reason text,
    page_id text collate "C",
    file_id text collate "C",
    title text,
    warnings text[] not null default '{}',
    primary key (organization_id, import_id, position),
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred,
    foreign key (organization_id, import_id) references import_run on delete cascade
      deferrable initially deferred
  )`,
  sql`create index import_item_by_outcome on import_item (organization_id, import_id, outcome, position)`,
  sql`create index import_item_of_space on import_item (organization_id, space_id)`,
  sql`create index import_item_with_warnings on import_item (organization_id, import_id, position)
    where warnings <> '{}'`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
