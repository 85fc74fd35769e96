// Purpose: pages that people edit together, as Yjs documents until they are saved as revisions.
import { type Kysely, sql } from 'kysely'

const ofText = sql`foreign key (organization_id, text_id) references coedited_text on delete cascade
  deferrable initially deferred`

const statements = [
  sql`create table coedited_text (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    space_id text collate "C" not null,
    change_request_id text collate "C",
    page_id text collate "C" not null,
    -- The document without the updates that follow it.
    state bytea not null,
    -- The document as it was when it had the text of the revision.
    base bytea not null,
    revision_id text collate "C" not null,
    last_sequence bigint not null default 0,
    -- The last update that the revision has.
    saved_sequence bigint not null default 0,
    saved_at timestamptz,
    -- Why it can't be saved.
    problem jsonb,
    session_id text collate "C",
    session_by text collate "C",
    session_authors text[] not null default '{}',
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, space_id) references space on delete cascade deferrable initially deferred,
    foreign key (organization_id, change_request_id) references change_request on delete cascade
      deferrable initially deferred
  )`,
  sql`create unique index coedited_text_of_page
    on coedited_text (organization_id, space_id, page_id, change_request_id) nulls not distinct`,
  sql`create index coedited_text_by_time on coedited_text (updated_at)`,
  sql`create index coedited_text_of_request on coedited_text (organization_id, change_request_id)
    where change_request_id is not null`,
  sql`create table coedited_update (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    text_id text collate "C" not null,
    sequence bigint not null,
    -- Null for changes from elsewhere that flowed in.
    user_id text collate "C",
    update bytea not null,
    primary key (organization_id, text_id, sequence),
    ${ofText}
  )`,
  // Under which ids people write in a document. An id belongs to the first one who used it.
  sql`create table coedited_writer (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    text_id text collate "C" not null,
    client_id bigint not null,
    user_id text collate "C" not null,
    primary key (organization_id, text_id, client_id),
    ${ofText}
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
