// Purpose: pages have an owner and a review date, and people confirm that they are still correct.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table page_freshness (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    -- Empty for what applies to all pages of the space. Pages that are deleted can return, so it is no foreign key.
    page_id text collate "C" not null,
    owner_id text collate "C",
    -- Null is inherited by a page and none for a space; 0 is never.
    months smallint check (months between 0 and 60),
    -- The day since which there is an interval.
    since date not null,
    -- Set by a person, until the next confirmation.
    due_on date,
    -- The review date and the owner of the last notification.
    notified_for date,
    notified_to text collate "C",
    primary key (organization_id, space_id, page_id),
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred,
    foreign key (organization_id, owner_id) references member on delete set null (owner_id)
  )`,
  sql`create index page_freshness_of on page_freshness (organization_id, owner_id) where owner_id is not null`,
  sql`create table page_confirmation (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    page_id text collate "C" not null,
    confirmed_at timestamptz not null,
    id text collate "C" not null,
    confirmed_by text collate "C" not null,
    -- The review date that the page had, and the one among its settings.
    due_on date,
    chosen_due_on date,
    primary key (organization_id, space_id, page_id, confirmed_at, id),
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred
  )`,
  sql`create index notification_overdue on notification (organization_id, space_id)
    where reason = 'page_overdue' and done_at is null`,
  sql`create trigger notify_change after insert or delete or
      update of organization_id, owner_id, months, due_on on page_freshness
    for each row execute function notify_change('page-freshness', 'space_id', '')`,
  sql`create trigger notify_change after insert or delete on page_confirmation
    for each row execute function notify_change('page-freshness', 'space_id', '')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
