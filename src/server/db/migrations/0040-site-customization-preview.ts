// Purpose: customizations that someone tries out before saving them.
import { type Kysely, sql } from 'kysely'

const statements = [
  // One trial for each person and site, so that trying a hundred colours leaves one row.
  sql`create table site_looks_preview (
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    user_id text collate "C" not null,
    key text collate "C" not null,
    site_space_id text collate "C",
    looks json not null,
    expires_at timestamptz not null,
    primary key (organization_id, site_id, user_id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create unique index site_looks_preview_by_key on site_looks_preview (key)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
