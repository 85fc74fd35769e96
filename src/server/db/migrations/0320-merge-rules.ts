// Purpose: organizations, collections and spaces say what a change request needs before it can be merged.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table merge_rules (
    organization_id text collate "C" not null references organization on delete cascade,
    -- Both null for the rules of the organization.
    collection_id text collate "C",
    space_id text collate "C",
    rules jsonb not null,
    version integer not null default 1,
    updated_at timestamptz not null,
    updated_by text collate "C",
    unique nulls not distinct (organization_id, collection_id, space_id),
    check (num_nonnulls(collection_id, space_id) <= 1),
    foreign key (organization_id, collection_id) references collection on delete cascade,
    foreign key (organization_id, space_id) references space on delete cascade
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
