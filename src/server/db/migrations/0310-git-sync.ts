// Purpose: spaces that are synced with a branch of a git repository, in both directions, and the history of their syncs.
import { type Kysely, sql } from 'kysely'

const statements = [
  // The revision and the commit have the same content; what changed on either side since then is what a sync has to do.
  // `pending` is a commit whose changes wait in a change request, `pushing` a push whose success is not known yet.
  sql`create table git_sync (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    webhook_id text collate "C" not null unique,
    webhook_secret bytea not null,
    url text not null,
    branch text not null,
    folder text not null,
    secret_type text not null check (secret_type in ('none', 'token', 'ssh')),
    secret bytea,
    username text,
    public_key text,
    host_key text,
    import_mode text not null check (import_mode in ('space', 'change-request')),
    first_sync text not null check (first_sync in ('from-repository', 'to-repository')),
    poll_minutes integer not null,
    paused boolean not null,
    status text not null check (status in ('waiting', 'syncing', 'in-sync', 'awaiting-merge', 'failed')),
    reason text,
    commit_id text,
    revision_id text collate "C",
    ids jsonb not null default '{}',
    pending jsonb,
    pushing jsonb,
    synced_at timestamptz,
    next_poll_at timestamptz not null,
    connected_by text collate "C" references user_account on delete set null,
    created_at timestamptz not null,
    version integer not null default 1,
    primary key (organization_id, space_id),
    foreign key (organization_id, space_id) references space on update cascade on delete cascade
  )`,
  sql`create index git_sync_by_poll on git_sync (next_poll_at) where not paused`,
  sql`create index git_sync_by_person on git_sync (connected_by)`,

  sql`create table git_sync_run (
    organization_id text collate "C" not null,
    space_id text collate "C" not null,
    id text collate "C" not null,
    cause text not null check (cause in ('connected', 'manual', 'webhook', 'schedule', 'change')),
    status text not null check (status in ('running', 'succeeded', 'awaiting-merge', 'failed')),
    reason text,
    pulled jsonb not null default '[]',
    pushed jsonb not null default '[]',
    change_request_id text collate "C",
    started_at timestamptz not null,
    ended_at timestamptz,
    primary key (organization_id, id),
    foreign key (organization_id, space_id) references git_sync on update cascade on delete cascade,
    foreign key (organization_id, space_id) references space on update cascade on delete cascade
  )`,
  sql`create index git_sync_run_by_start on git_sync_run (organization_id, space_id, started_at, id)`,

  // Every way to change a space ends here. Edits within a few seconds are pushed together; what waits is not postponed.
  sql`create function sync_git_after_change() returns trigger language plpgsql as $$
    begin
      perform graphile_worker.add_job('sync-git',
        payload := json_build_object('organizationId', new.organization_id, 'spaceId', new.id, 'cause', 'change'),
        queue_name := 'git-sync-' || new.id, run_at := now() + interval '3 seconds',
        job_key := 'git-sync-change-' || new.id, job_key_mode := 'preserve_run_at')
      from git_sync where organization_id = new.organization_id and space_id = new.id and not paused;
      return null;
    end $$`,
  sql`create trigger sync_git_after_change after update of revision_id on space for each row
    when (old.revision_id is distinct from new.revision_id) execute function sync_git_after_change()`,

  sql`create trigger notify_change after insert or delete or
      update of status, reason, paused, import_mode, poll_minutes, host_key, synced_at, version on git_sync
    for each row execute function notify_change('git-sync', 'space_id', '')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
