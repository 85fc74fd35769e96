// Purpose: API references of imports whose specification the organization doesn’t have yet.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table pending_api_reference (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    id text collate "C" not null,
    import_id text collate "C" not null,
    -- The slug or URL of the specification.
    spec text not null,
    -- Its name in the report of the import.
    source text not null,
    is_by_operation boolean not null,
    has_models boolean not null,
    -- Where its pages belong: a change request or the space, below the parent (null for the root), after "previous_page"
    -- if it is there, else before "next_page".
    change_request_id text collate "C",
    parent_page text collate "C",
    previous_page text collate "C",
    next_page text collate "C",
    position integer not null,
    -- Whether exports have its entry in the table of contents instead of its pages.
    is_listed boolean not null,
    created_by text collate "C",
    created_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred
  )`,
  sql`create index pending_api_reference_by_spec on pending_api_reference (organization_id, spec)`,
  sql`create index pending_api_reference_of_space on pending_api_reference
    (organization_id, space_id, created_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
