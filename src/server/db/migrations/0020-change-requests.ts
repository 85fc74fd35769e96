// Purpose: change requests with their revisions, reviews, reviewers and contributors; files that a space's head does not have.
import { type Kysely, sql } from 'kysely'

const inSpace = sql`foreign key (organization_id, space_id) references space on delete cascade
  deferrable initially deferred`
const ofRequest = sql`foreign key (organization_id, change_request_id) references change_request on delete cascade
  deferrable initially deferred`

const statements = [
  // Null for the revisions of the space itself.
  sql`alter table revision add column change_request_id text collate "C"`,
  sql`create index revision_of_space on revision (organization_id, space_id, created_at, id)
    where change_request_id is null`,

  sql`create table change_request (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    id text collate "C" not null,
    number integer not null,
    status text not null default 'draft' check (status in ('draft', 'open', 'merged', 'archived')),
    subject text not null default '',
    created_by text collate "C",
    created_at timestamptz not null,
    updated_at timestamptz not null,
    revision_id text collate "C" not null,
    revision_initial text collate "C" not null,
    revision_ancestor text collate "C",
    revision_merged text collate "C",
    merged_by text collate "C",
    merged_at timestamptz,
    comments integer not null default 0,
    version integer not null default 1,
    primary key (organization_id, id),
    unique (organization_id, space_id, number),
    ${inSpace}
  )`,
  sql`create index change_request_in_space on change_request (organization_id, space_id, status, updated_at, id)`,
  sql`create index change_request_by_updated on change_request (organization_id, status, updated_at, id)`,
  sql`create index change_request_by_created on change_request (organization_id, status, created_at, id)`,
  sql`create index change_request_of_creator on change_request (organization_id, created_by, updated_at, id)`,
  sql`create index change_request_by_merge on change_request (organization_id, revision_merged)
    where revision_merged is not null`,

  sql`create table change_request_contributor (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    change_request_id text collate "C" not null,
    user_id text collate "C" not null,
    act text not null check (act in ('edit', 'comment')),
    count integer not null default 1,
    updated_at timestamptz not null,
    primary key (organization_id, change_request_id, user_id, act),
    ${ofRequest},
    ${inSpace}
  )`,
  sql`create index change_request_of_contributor on change_request_contributor (organization_id, user_id)`,
  sql`create index change_request_contributor_in_space on change_request_contributor (organization_id, space_id)`,

  sql`create table change_request_reviewer (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    change_request_id text collate "C" not null,
    user_id text collate "C" not null,
    revision_id text collate "C" not null,
    requested_by text collate "C" not null,
    created_at timestamptz not null,
    primary key (organization_id, change_request_id, user_id),
    ${ofRequest},
    ${inSpace}
  )`,
  sql`create index change_request_of_reviewer on change_request_reviewer (organization_id, user_id)`,
  sql`create index change_request_reviewer_in_space on change_request_reviewer (organization_id, space_id)`,

  // A review is superseded when its reviewer judges again or is asked anew.
  sql`create table change_request_review (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    change_request_id text collate "C" not null,
    id text collate "C" not null,
    revision_id text collate "C" not null,
    reviewer_id text collate "C" not null,
    requested_by text collate "C",
    status text not null check (status in ('approved', 'changes-requested')),
    comment text,
    superseded boolean not null default false,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (organization_id, id),
    ${ofRequest},
    ${inSpace}
  )`,
  sql`create index review_of_change_request on change_request_review
    (organization_id, change_request_id, created_at, id)`,
  sql`create index change_request_review_in_space on change_request_review (organization_id, space_id)`,

  // Files of change requests, and those that a roll back took out of the space: they can still be downloaded.
  sql`create table unshown_file (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    file_id text collate "C" not null,
    name text not null,
    content_type text not null,
    size bigint not null,
    blob text collate "C" not null,
    width integer,
    height integer,
    created_at timestamptz not null,
    primary key (organization_id, file_id, space_id),
    ${inSpace}
  )`,

  sql`create trigger tell_change after insert or update or delete on change_request for each row
    execute function tell_change('change-request', 'id', 'space_id')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
