// Purpose: who is in a space now; announced to listeners, lost with a crash, and expired shortly after the last update.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create unlogged table presence (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    user_id text collate "C" not null,
    client_id text collate "C" not null,
    doing text not null check (doing in ('reading', 'editing')),
    page_id text collate "C",
    change_request_id text collate "C",
    since timestamptz not null,
    seen_at timestamptz not null,
    primary key (organization_id, space_id, user_id, client_id),
    foreign key (organization_id, space_id) references space on delete cascade
      deferrable initially deferred
  )`,
  sql`create index presence_by_seen on presence (seen_at)`,
  sql`create trigger tell_change after insert or delete on presence for each row
    execute function tell_change('presence', 'space_id', '')`,
  // Being here still is no news.
  sql`create trigger tell_change_of_place after update on presence for each row
    when ((old.doing, old.page_id, old.change_request_id) is distinct from
      (new.doing, new.page_id, new.change_request_id))
    execute function tell_change('presence', 'space_id', '')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
