// Purpose: what each person has viewed of a change request.
import { type Kysely, sql } from 'kysely'

const statements = [
  // The pages were looked at as pages_revision had them; what has changed since counts no more.
  sql`create table change_request_seen (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    change_request_id text collate "C" not null,
    user_id text collate "C" not null,
    revision_id text collate "C",
    seen_at timestamptz,
    pages text[] not null default '{}',
    pages_revision text collate "C",
    primary key (organization_id, change_request_id, user_id),
    foreign key (organization_id, change_request_id) references change_request on delete cascade
      deferrable initially deferred,
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred
  )`,
  sql`create index change_request_seen_in_space on change_request_seen (organization_id, space_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
