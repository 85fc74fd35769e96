// Purpose: people are notified of what concerns them, each event once, and say what they follow.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table notification (
    organization_id text collate "C" not null,
    user_id text collate "C" not null,
    id text collate "C" not null,
    -- The same for everyone who is notified of an event: each person has it once.
    event_key text collate "C" not null,
    reason text not null,
    object_kind text collate "C" not null,
    object_id text collate "C" not null,
    -- What decides who may see it; without any of them every member whose role suffices.
    space_id text collate "C",
    collection_id text collate "C",
    site_id text collate "C",
    required_rank smallint not null,
    page_id text collate "C",
    change_request_id text collate "C",
    comment_id text collate "C",
    reply_id text collate "C",
    actor_id text collate "C",
    title text not null,
    detail text not null,
    outcome text,
    events integer not null default 1,
    created_at timestamptz not null,
    -- When it appears in the inbox: when it was created, or when it is no longer snoozed.
    listed_at timestamptz not null,
    done_at timestamptz,
    email_state text not null default 'pending' check (email_state in ('pending', 'sent', 'skipped')),
    primary key (organization_id, user_id, id),
    unique (organization_id, user_id, event_key),
    check (num_nonnulls(space_id, collection_id, site_id) <= 1),
    foreign key (organization_id, user_id) references member on delete cascade,
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred,
    foreign key (organization_id, collection_id) references collection on delete cascade
      deferrable initially deferred,
    foreign key (organization_id, site_id) references site on delete cascade deferrable initially deferred,
    foreign key (organization_id, comment_id) references comment on delete cascade deferrable initially deferred,
    foreign key (organization_id, reply_id) references comment_reply on delete cascade
      deferrable initially deferred
  )`,
  sql`create index notification_open on notification (organization_id, user_id, listed_at, id)
    where done_at is null`,
  sql`create index notification_done on notification (done_at) where done_at is not null`,
  sql`create index notification_done_of on notification (organization_id, user_id, listed_at, id)
    where done_at is not null`,
  sql`create index notification_unsent on notification (created_at) where email_state = 'pending'`,
  sql`create index notification_in_space on notification (organization_id, space_id) where space_id is not null`,
  sql`create index notification_in_collection on notification (organization_id, collection_id)
    where collection_id is not null`,
  sql`create index notification_on_site on notification (organization_id, site_id) where site_id is not null`,
  sql`create index notification_of_comment on notification (organization_id, comment_id)
    where comment_id is not null`,
  sql`create index notification_of_reply on notification (organization_id, reply_id) where reply_id is not null`,

  sql`create table follow (
    organization_id text collate "C" not null,
    object_kind text collate "C" not null check (object_kind in ('space', 'page', 'change-request', 'comment')),
    object_id text collate "C" not null,
    user_id text collate "C" not null,
    space_id text collate "C" not null,
    state text not null check (state in ('following', 'muted')),
    -- What the person did to follow it; null if they chose it.
    automatic text,
    created_at timestamptz not null,
    primary key (organization_id, object_kind, object_id, user_id),
    foreign key (organization_id, user_id) references member on delete cascade,
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred
  )`,
  sql`create index follow_by on follow (organization_id, user_id)`,
  sql`create index follow_in_space on follow (organization_id, space_id)`,

  sql`create table notification_settings (
    organization_id text collate "C" not null,
    user_id text collate "C" not null,
    -- What the person does not follow automatically.
    follow_off text[] not null default '{}',
    primary key (organization_id, user_id),
    foreign key (organization_id, user_id) references member on delete cascade
  )`,

  // Until now, people who work on a change request were told on their home page.
  sql`insert into follow (organization_id, object_kind, object_id, user_id, space_id, state, automatic, created_at)
    select distinct on (request.organization_id, request.id, person.user_id) request.organization_id,
      'change-request', request.id, person.user_id, request.space_id, 'following', person.automatic,
      request.created_at
    from change_request request
    cross join lateral (
      select request.created_by as user_id, 'authored' as automatic, 1 as rank
      union all
      select user_id, 'requested', 2 from change_request_reviewer reviewer
        where reviewer.organization_id = request.organization_id and reviewer.change_request_id = request.id
      union all
      select user_id, case contribution when 'edit' then 'edited' else 'commented' end, 3
        from change_request_contributor contributor
        where contributor.organization_id = request.organization_id
          and contributor.change_request_id = request.id
    ) person
    join member on member.organization_id = request.organization_id and member.user_id = person.user_id
    where request.status in ('draft', 'open')
    order by request.organization_id, request.id, person.user_id, person.rank`,

  // One change per person and statement: an event can notify thousands of people.
  sql`create function notify_recipients() returns trigger language plpgsql as $$
    begin
      insert into pending_change (payload)
        select distinct jsonb_build_object('o', organization_id, 'k', 'notification', 'a', 'updated',
          'i', user_id)::text
        from changed;
      return null;
    end $$`,
  sql`create trigger notify_change_insert after insert on notification referencing new table as changed
    for each statement execute function notify_recipients('notification')`,
  sql`create trigger notify_change_update after update on notification referencing new table as changed
    for each statement execute function notify_recipients('notification')`,
  sql`create trigger notify_change_delete after delete on notification referencing old table as changed
    for each statement execute function notify_recipients('notification')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
