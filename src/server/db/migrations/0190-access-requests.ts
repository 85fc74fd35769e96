// Purpose: members ask for a stronger role, and those who can grant it decide.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table access_request (
    organization_id text collate "C" not null,
    id text collate "C" not null,
    subject_kind text not null check (subject_kind in ('space', 'collection', 'site')),
    subject_id text collate "C" not null,
    user_id text collate "C" not null,
    role text not null,
    message text not null,
    status text not null check (status in ('open', 'granted', 'declined', 'withdrawn')),
    created_at timestamptz not null,
    decided_by text collate "C",
    decided_at timestamptz,
    -- Those who can grant it get at most one email a day about it.
    emailed_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, user_id) references member on delete cascade
  )`,
  sql`create unique index access_request_of on access_request (organization_id, user_id, subject_kind, subject_id)`,
  sql`create index access_request_open on access_request (organization_id, created_at) where status = 'open'`,
  sql`create index access_request_to on access_request (organization_id, subject_kind, subject_id)`,
  sql`create trigger notify_change after insert or delete or update on access_request for each row
    execute function notify_change('access-request', 'id', '')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
