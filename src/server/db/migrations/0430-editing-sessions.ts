// Purpose: the saves of an editing session are one revision, one delivery of a webhook a minute and one Git commit.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`alter table revision add column editing_session text collate "C", add column session_started_at timestamptz,
    add column replaced_at timestamptz`,
  sql`drop index revision_of_space`,
  sql`create index revision_of_space on revision (organization_id, space_id, created_at, id)
    where change_request_id is null and replaced_at is null`,
  sql`create index revision_by_replacement on revision (replaced_at, organization_id) where replaced_at is not null`,

  // A session is pushed when it has ended: five minutes after a save, or half an hour after the first one. Any other edit
  // is pushed with those of the next seconds, and with the session that it ends.
  sql`create or replace function sync_git_after_change() returns trigger language plpgsql as $$
    declare
      ends_at timestamptz;
    begin
      if not exists (select from git_sync where organization_id = new.organization_id and space_id = new.id
        and not paused) then return null; end if;
      select least(now() + interval '5 minutes', session_started_at + interval '30 minutes') into ends_at
        from revision where organization_id = new.organization_id and id = new.revision_id
          and editing_session is not null;
      if ends_at is null then perform graphile_worker.remove_job('git-sync-session-' || new.id); end if;
      perform graphile_worker.add_job('sync-git',
        payload := json_build_object('organizationId', new.organization_id, 'spaceId', new.id, 'cause', 'change'),
        queue_name := 'git-sync-' || new.id, run_at := coalesce(ends_at, now() + interval '3 seconds'),
        job_key := case when ends_at is null then 'git-sync-change-' else 'git-sync-session-' end || new.id,
        job_key_mode := case when ends_at is null then 'preserve_run_at' else 'replace' end);
      return null;
    end $$`,

  // While someone types, a receiver gets an event a minute after the first change that it does not know of. An event has
  // no content, so that one covers all changes until it is sent.
  sql`do $$
    declare
      definition text := pg_get_functiondef(
        'record_webhook_events(text, text, text, text, jsonb, jsonb)'::regprocedure);
      edit text[];
    begin
      foreach edit slice 1 in array array[
        array['is_new boolean;', 'is_new boolean;
      attempt_at timestamptz;'],
        array['continue when not is_new;', 'continue when not is_new;
        attempt_at := moment;
        if event_type in (''space.content_updated'', ''change_request.updated'')
          and was ->> ''revision_id'' is distinct from now ->> ''revision_id''
          and exists (select from revision r where r.organization_id = organization
            and r.id = now ->> ''revision_id'' and r.editing_session is not null)
        then attempt_at := moment + interval ''1 minute''; end if;'],
        array['delivery := replace(gen_random_uuid()', 'continue when attempt_at > moment and exists (
            select from webhook_delivery d join webhook_event e on e.organization_id = organization and e.id = d.event_id
            where d.organization_id = organization and d.webhook_id = receiver and d.status = ''pending''
              and d.created_at > moment - interval ''2 minutes'' and d.next_attempt_at > moment + interval ''10 seconds''
              and d.attempts = 0 and e.type = event_type and e.object_id = object);
          delivery := replace(gen_random_uuid()'],
        array['values (organization, receiver, delivery, event, moment, moment)',
          'values (organization, receiver, delivery, event, attempt_at, moment)'],
        array['queue_name := ''webhook '' || receiver,', 'queue_name := ''webhook '' || receiver, run_at := attempt_at,']
      ] loop
        if position(edit[1] in definition) = 0 then raise exception 'The function has no %', edit[1]; end if;
        definition := replace(definition, edit[1], edit[2]);
      end loop;
      execute definition;
    end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
