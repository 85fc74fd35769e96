// Purpose: open change requests are queued to be merged by the service once nothing prevents it.
import { type Kysely, sql } from 'kysely'

const statements = [
  // The person is not a reference: a request queued by someone who left stays, and leaves the queue when it is tried.
  sql`alter table change_request
    add column queued_by text collate "C",
    add column queued_at timestamptz,
    add column queued_revision text collate "C",
    add constraint change_request_queued_check check (
      num_nulls(queued_by, queued_at, queued_revision) in (0, 3) and (queued_at is null or status = 'open'))`,
  sql`create index change_request_queue on change_request (organization_id, space_id, queued_at, number)
    where queued_at is not null`,

  // Whatever can allow a queued merge ends in one of these rows. Jobs are enqueued when the transaction commits, so
  // that their keys are not locked while it waits for other rows.
  sql`create function merge_when_ready(organization text, space text) returns void language plpgsql as $$
    begin
      perform graphile_worker.add_job('merge-when-ready',
        payload := json_build_object('organizationId', organization, 'spaceId', space),
        queue_name := 'merge-when-ready-' || space, job_key := 'merge-when-ready-' || space);
    end $$`,
  sql`create function merge_after_request_change() returns trigger language plpgsql as $$
    begin
      perform merge_when_ready(new.organization_id, new.space_id);
      return null;
    end $$`,
  sql`create constraint trigger merge_when_ready after update on change_request deferrable initially deferred
    for each row when (new.queued_at is not null) execute function merge_after_request_change()`,
  sql`create function merge_after_space_change() returns trigger language plpgsql as $$
    begin
      perform merge_when_ready(new.organization_id, new.id) where exists (select from change_request
        where organization_id = new.organization_id and space_id = new.id and queued_at is not null);
      return null;
    end $$`,
  sql`create constraint trigger merge_when_ready after update of revision_id, deleted_at, parent_id on space
    deferrable initially deferred for each row
    when ((old.revision_id, old.deleted_at, old.parent_id) is distinct from
      (new.revision_id, new.deleted_at, new.parent_id))
    execute function merge_after_space_change()`,
  sql`create function merge_after_rule_change() returns trigger language plpgsql as $$
    begin
      perform merge_when_ready(rules.organization_id, queued.space_id)
        from (select coalesce(new.organization_id, old.organization_id) as organization_id) rules,
          lateral (select distinct space_id from change_request where organization_id = rules.organization_id
            and queued_at is not null order by space_id) queued;
      return null;
    end $$`,
  sql`create constraint trigger merge_when_ready after insert or update or delete on merge_rules deferrable initially deferred
    for each row execute function merge_after_rule_change()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
