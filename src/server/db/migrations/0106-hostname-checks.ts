// Purpose: the last DNS check of the hostname of a site.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table site_hostname_check (
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    hostname text collate "C" not null,
    status text not null,
    checked_at timestamptz not null,
    primary key (organization_id, site_id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`.execute(db)
}
