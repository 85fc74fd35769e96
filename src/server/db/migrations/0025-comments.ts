// Purpose: comments on spaces and change requests, their replies, and reactions to both.
import { type Kysely, sql } from 'kysely'

const inSpace = sql`foreign key (organization_id, space_id) references space on delete cascade
  deferrable initially deferred`
const ofComment = sql`foreign key (organization_id, comment_id) references comment on delete cascade
  deferrable initially deferred`

const statements = [
  // Without a change request it is about the space. What it hangs on is kept as it was said then: page_title and
  // page_path for when the page is gone, page_body to see whether the text changed since, quote for the block.
  sql`create table comment (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    id text collate "C" not null,
    change_request_id text collate "C",
    page_id text collate "C",
    page_title text,
    page_path text,
    page_body text,
    node text,
    quote text,
    revision_id text collate "C" not null,
    body text not null,
    mentions text[] not null default '{}',
    created_by text collate "C" not null,
    created_at timestamptz not null,
    edited_at timestamptz,
    resolved_by text collate "C",
    resolved_at timestamptz,
    version integer not null default 1,
    primary key (organization_id, id),
    ${inSpace},
    foreign key (organization_id, change_request_id) references change_request on delete cascade
      deferrable initially deferred
  )`,
  sql`create index comment_of_space on comment (organization_id, space_id, created_at, id)
    where change_request_id is null`,
  sql`create index comment_open_in_space on comment (organization_id, space_id, created_at, id)
    where change_request_id is null and resolved_at is null`,
  sql`create index comment_of_change_request on comment (organization_id, change_request_id, created_at, id)
    where change_request_id is not null`,
  sql`create index comment_on_page on comment (organization_id, space_id, page_id, created_at, id)`,

  sql`create table comment_reply (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    comment_id text collate "C" not null,
    id text collate "C" not null,
    body text not null,
    mentions text[] not null default '{}',
    created_by text collate "C" not null,
    created_at timestamptz not null,
    edited_at timestamptz,
    version integer not null default 1,
    primary key (organization_id, id),
    ${inSpace},
    ${ofComment}
  )`,
  sql`create index reply_of_comment on comment_reply (organization_id, comment_id, created_at, id)`,
  sql`create index reply_in_space on comment_reply (organization_id, space_id)`,

  // The subject is the comment itself or one of its replies.
  sql`create table comment_reaction (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    comment_id text collate "C" not null,
    subject_id text collate "C" not null,
    emoji text collate "C" not null,
    user_id text collate "C" not null,
    reacted_at timestamptz not null,
    primary key (organization_id, subject_id, emoji, user_id),
    ${inSpace},
    ${ofComment}
  )`,
  sql`create index reaction_of_comment on comment_reaction (organization_id, comment_id)`,
  sql`create index reaction_in_space on comment_reaction (organization_id, space_id)`,

  sql`create trigger tell_change after insert or update or delete on comment for each row
    execute function tell_change('comment', 'id', 'space_id')`,
  sql`create trigger tell_change after insert or update or delete on comment_reply for each row
    execute function tell_change('comment-reply', 'id', 'space_id')`,
  // To those who listen a reaction is a change of what it is a reaction to.
  sql`create function tell_reaction() returns trigger language plpgsql as $$
    declare
      shown comment_reaction := case when tg_op = 'DELETE' then old else new end;
    begin
      perform pg_notify('lectern_changes', jsonb_build_object('o', shown.organization_id,
        'k', case when shown.subject_id = shown.comment_id then 'comment' else 'comment-reply' end,
        'a', 'updated', 'i', shown.subject_id, 'p', shown.space_id)::text);
      return null;
    end $$`,
  sql`create trigger tell_reaction after insert or delete on comment_reaction for each row
    execute function tell_reaction()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
