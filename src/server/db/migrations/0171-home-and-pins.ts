// Purpose: people pin spaces and sites, and their home page finds recent comments without reading all of them.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table pin (
    organization_id text collate "C" not null,
    user_id text collate "C" not null,
    space_id text collate "C",
    site_id text collate "C",
    created_at timestamptz not null,
    check (num_nonnulls(space_id, site_id) = 1),
    foreign key (organization_id, user_id) references member on delete cascade,
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred,
    foreign key (organization_id, site_id) references site on delete cascade deferrable initially deferred
  )`,
  sql`create unique index pin_of_space on pin (organization_id, user_id, space_id) where space_id is not null`,
  sql`create unique index pin_of_site on pin (organization_id, user_id, site_id) where site_id is not null`,
  sql`create index pin_by_space on pin (organization_id, space_id)`,
  sql`create index pin_by_site on pin (organization_id, site_id)`,
  sql`create index comment_by_created on comment (organization_id, created_at)`,
  sql`create index reply_by_created on comment_reply (organization_id, created_at)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
