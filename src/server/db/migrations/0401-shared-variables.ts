// Purpose: variables of organizations and sites, for the pages of all their spaces.
import { type Kysely, sql } from 'kysely'

const statements = [
  // Those of the organization have no site.
  sql`create table shared_variables (
    organization_id text collate "C" not null references organization on delete cascade,
    site_id text collate "C",
    variables jsonb not null,
    version integer not null default 1,
    updated_at timestamptz not null,
    updated_by text collate "C",
    unique nulls not distinct (organization_id, site_id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create index page_link_to_shared_variable on page_link (organization_id, anchor, space_id)
    where kind = 'variable' and anchor is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
