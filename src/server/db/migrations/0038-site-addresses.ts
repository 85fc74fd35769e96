// Purpose: former names of sites on this service, so that old URLs redirect.
import { type Kysely, sql } from 'kysely'

const statements = [
  // A name belongs to the site that has it now (site.basename) before one that had it.
  sql`create table site_former_basename (
    basename text collate "C" primary key,
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create index site_former_basename_of_site on site_former_basename (organization_id, site_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
