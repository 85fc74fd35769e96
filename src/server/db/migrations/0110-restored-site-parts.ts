// Purpose: what is known of a part of a site by its id outlives it, for the part may come back: the addresses that led
// to it, and what of it looks different. Both go with the site.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table moved_address drop constraint moved_address_organization_id_site_space_id_fkey`,
  sql`alter table site_space_customization drop constraint site_space_customization_organization_id_site_space_id_fkey`,
  sql`alter table site_space_customization add constraint site_space_customization_of_site
    foreign key (organization_id, site_id) references site on delete cascade`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
