// Purpose: webhooks; the trigger that reports a change also records its event and its deliveries in the same transaction.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table webhook (
    organization_id text collate "C" not null references organization on delete cascade,
    id text collate "C" not null,
    url text not null,
    description text,
    event_types text[] not null,
    enabled boolean not null default true,
    disabled_reason text check (disabled_reason in ('failing', 'gone')),
    failing_since timestamptz,
    dropped_at timestamptz,
    secret bytea not null,
    previous_secret bytea,
    previous_secret_until timestamptz,
    version integer not null default 1,
    created_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  sql`create index webhook_by_created on webhook (organization_id, created_at, id)`,

  // Without a foreign key: an event of an organization that is being deleted must not prevent that.
  sql`create table webhook_event (
    organization_id text collate "C" not null,
    id text collate "C" not null,
    type text not null,
    object_id text collate "C" not null,
    parent_id text collate "C",
    object_version integer,
    actor_kind text,
    actor_id text collate "C",
    transaction_id xid8,
    occurred_at timestamptz not null,
    primary key (organization_id, id)
  )`,
  sql`create unique index webhook_event_of_transaction
    on webhook_event (transaction_id, organization_id, type, object_id)`,
  sql`create index webhook_event_by_age on webhook_event (occurred_at)`,

  sql`create table webhook_delivery (
    organization_id text collate "C" not null,
    webhook_id text collate "C" not null,
    id text collate "C" not null,
    event_id text collate "C" not null,
    status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed')),
    tries integer not null default 0,
    attempts integer not null default 0,
    history jsonb not null default '[]',
    response_body text,
    last_attempt_at timestamptz,
    next_attempt_at timestamptz,
    created_at timestamptz not null,
    primary key (organization_id, webhook_id, id),
    foreign key (organization_id, webhook_id) references webhook on delete cascade
  )`,
  sql`create index webhook_delivery_by_created
    on webhook_delivery (organization_id, webhook_id, created_at, id)`,
  sql`create index webhook_delivery_by_status
    on webhook_delivery (organization_id, webhook_id, status, created_at, id)`,
  sql`create index webhook_delivery_by_attempt
    on webhook_delivery (organization_id, webhook_id, last_attempt_at desc)
    where last_attempt_at is not null`,
  sql`create index webhook_delivery_by_age on webhook_delivery (created_at)`,
  sql`create index webhook_delivery_of_event on webhook_delivery (organization_id, event_id)`,

  // The events of one changed row; was is null for an inserted row, now for a deleted one.
  sql`create function webhook_event_types(kind text, was jsonb, now jsonb) returns text[]
    language plpgsql immutable as $$
    declare
      noun text := replace(kind, '-', '_');
      types text[] := '{}';
      differs boolean;
    begin
      case kind
      when 'space' then
        if was is null then return array['space.created']; end if;
        if now is null then
          return case when was ->> 'deleted_at' is null then array['space.deleted'] else types end;
        end if;
        if (was ->> 'deleted_at' is null) <> (now ->> 'deleted_at' is null) then
          types := types || case when now ->> 'deleted_at' is null then 'space.restored' else 'space.deleted' end;
        end if;
        if was ->> 'revision_id' <> now ->> 'revision_id' then types := types || 'space.content_updated'::text; end if;
        select bool_or(was -> name is distinct from now -> name) into differs from unnest(array['title', 'emoji',
          'icon', 'visibility', 'edit_mode', 'default_level', 'parent_id', 'order_key']) name;
        if differs then types := types || 'space.updated'::text; end if;
      when 'change-request' then
        if was is null then
          types := array['change_request.created'];
          if now ->> 'status' = 'open' then types := types || 'change_request.opened'::text; end if;
        elsif now is not null then
          if was ->> 'status' <> now ->> 'status' and now ->> 'status' <> 'draft' then
            types := types || case now ->> 'status' when 'open' then 'change_request.opened'
              else 'change_request.' || (now ->> 'status') end;
          end if;
          if now ->> 'status' <> 'merged' and (was ->> 'subject' <> now ->> 'subject'
            or was ->> 'revision_id' <> now ->> 'revision_id') then
            types := types || 'change_request.updated'::text;
          end if;
        end if;
      when 'review' then
        if was is null then types := array['review.submitted']; end if;
      when 'comment', 'comment-reply' then
        if was is null then return array[noun || '.created']; end if;
        if now is null then return array[noun || '.deleted']; end if;
        if (was ->> 'resolved_at' is null) <> (now ->> 'resolved_at' is null) then
          types := types || case when now ->> 'resolved_at' is null then 'comment.reopened' else 'comment.resolved' end;
        end if;
        if was ->> 'body' <> now ->> 'body' then types := types || (noun || '.updated'); end if;
      when 'site' then
        if was is null then return array['site.created']; end if;
        if now is null then return array['site.deleted']; end if;
        if was -> 'published' <> now -> 'published' then
          types := types || case when (now ->> 'published')::boolean then 'site.published' else 'site.unpublished' end;
        end if;
        select bool_or(was -> name is distinct from now -> name) into differs from unnest(array['title', 'basename',
          'hostname', 'proxy', 'icon', 'visibility', 'adaptive_content', 'type']) name;
        if differs then types := types || 'site.updated'::text; end if;
      when 'site-section', 'site-section-group', 'site-space' then types := array['site.structure_updated'];
      when 'site-customization' then types := array['site.customization_updated'];
      when 'site-redirect' then types := array['site.redirects_updated'];
      when 'space-field' then types := array['space.fields_updated'];
      when 'team-member' then types := array['team.members_updated'];
      when 'import' then
        if was ->> 'status' <> now ->> 'status' and now ->> 'status' in ('completed', 'failed') then
          types := array['import.' || (now ->> 'status')];
        end if;
      when 'openapi-spec' then
        if was is null then return array['openapi_spec.created']; end if;
        if now is null then return array['openapi_spec.deleted']; end if;
        select bool_or(was -> name is distinct from now -> name) into differs
          from unnest(array['slug', 'source_url', 'visibility', 'last_version_id']) name;
        if differs then types := array['openapi_spec.updated']; end if;
      when 'member' then
        if was is null then return array['member.added']; end if;
        if now is null then return array['member.removed']; end if;
        if was -> 'role' <> now -> 'role' then types := types || 'member.updated'::text; end if;
        if was -> 'disabled' <> now -> 'disabled' then
          types := types || case when (now ->> 'disabled')::boolean then 'member.suspended' else 'member.reinstated' end;
        end if;
      when 'organization' then
        if was is not null and now is not null and was <> now then types := array['organization.updated']; end if;
      when 'collection', 'team', 'custom-field' then
        if was is null then return array[noun || '.created']; end if;
        if now is null then return array[noun || '.deleted']; end if;
        if was - 'updated_at' <> now - 'updated_at' then types := array[noun || '.updated']; end if;
      else null;
      end case;
      return types;
    end $$`,

  // The author that the row itself knows; an audit event of the same transaction takes precedence.
  sql`create function webhook_event_author(organization text, event_type text, shown jsonb) returns text
    language sql stable as $$
      select case
        when event_type in ('space.content_updated', 'change_request.updated') then
          (select created_by from revision
            where organization_id = organization and space_id = coalesce(shown ->> 'space_id', shown ->> 'id')
              and id = shown ->> 'revision_id')
        when event_type = 'change_request.merged' then shown ->> 'merged_by'
        when event_type = 'comment.resolved' then shown ->> 'resolved_by'
        when event_type = 'review.submitted' then shown ->> 'reviewer_id'
        when event_type like 'comment%.created' or event_type in ('change_request.created', 'import.completed',
          'import.failed') then shown ->> 'created_by'
      end $$`,

  sql`create function record_webhook_events(kind text, organization text, object text, parent text, was jsonb, now jsonb)
    returns void language plpgsql as $$
    declare
      shown jsonb := coalesce(now, was);
      moment timestamptz := date_trunc('milliseconds', clock_timestamp());
      author text;
      event_type text;
      event text;
      is_new boolean;
      -- Its row has another version than the object that the event names.
      is_part boolean := kind in ('site-section', 'site-section-group', 'site-space', 'site-redirect',
        'site-customization', 'team-member', 'space-field');
      receiver text;
      delivery text;
    begin
      if not exists (select from webhook w where w.organization_id = organization and w.enabled) then return; end if;
      foreach event_type in array webhook_event_types(kind, was, now) loop
        continue when not exists (select from webhook w where w.organization_id = organization and w.enabled
          and event_type = any (w.event_types));
        -- What a transaction creates and then completes is one event.
        continue when event_type like '%updated' and exists (select from webhook_event e
          where e.transaction_id = pg_current_xact_id() and e.organization_id = organization
            and e.type = split_part(event_type, '.', 1) || '.created' and e.object_id = object);
        author := webhook_event_author(organization, event_type, shown);
        insert into webhook_event as e (organization_id, id, type, object_id, parent_id, object_version, actor_kind,
            actor_id, transaction_id, occurred_at)
          values (organization, replace(gen_random_uuid()::text, '-', ''), event_type, object, parent,
            case when not is_part then (shown ->> 'version')::integer end, case when author is not null then 'user' end, author,
            pg_current_xact_id(), moment)
          on conflict (transaction_id, organization_id, type, object_id) do update
            set object_version = excluded.object_version
          returning e.id, e.xmax = 0 into event, is_new;
        continue when not is_new;
        for receiver in select w.id from webhook w where w.organization_id = organization and w.enabled
          and event_type = any (w.event_types)
        loop
          if (select count(*) from (select from webhook_delivery d where d.organization_id = organization
            and d.webhook_id = receiver and d.status = 'pending' limit 1000) waiting) >= 1000 then
            -- At most once a minute, because the row is locked until the transaction ends.
            update webhook w set dropped_at = moment where w.organization_id = organization and w.id = receiver
              and (w.dropped_at is null or w.dropped_at < moment - interval '1 minute');
            continue;
          end if;
          delivery := replace(gen_random_uuid()::text, '-', '');
          insert into webhook_delivery (organization_id, webhook_id, id, event_id, next_attempt_at, created_at)
            values (organization, receiver, delivery, event, moment, moment);
          perform graphile_worker.add_job('deliver-webhook', payload := json_build_object('organizationId',
            organization, 'webhookId', receiver, 'deliveryId', delivery), queue_name := 'webhook ' || receiver,
            job_key := 'webhook delivery ' || delivery);
        end loop;
      end loop;
    end $$`,

  sql`create or replace function notify_change() returns trigger language plpgsql as $$
    declare
      was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
      now jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
      shown jsonb := coalesce(now, was);
      home text := case when tg_argv[0] = 'organization' then 'id' else 'organization_id' end;
      act text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
      moved boolean := tg_op = 'UPDATE' and was ->> home is distinct from now ->> home;
      -- A change of several parts of a site is one event of the site; the other kinds have ids of their own.
      object text := case when tg_argv[0] in ('site-section', 'site-section-group', 'site-space', 'site-redirect')
        then 'site_id' else tg_argv[1] end;
      parent text := case when tg_argv[0] in ('change-request', 'comment', 'comment-reply', 'import')
        then 'space_id' when tg_argv[0] in ('space', 'collection') then 'parent_id' end;
    begin
      perform pg_notify('lectern_changes', jsonb_strip_nulls(jsonb_build_object('o', shown ->> home,
        'k', tg_argv[0], 'a', act, 'i', shown ->> tg_argv[1], 'v', (shown ->> 'version')::int,
        'p', shown ->> tg_argv[2]))::text);
      if moved then
        perform pg_notify('lectern_changes', jsonb_build_object('o', was ->> home, 'k', tg_argv[0],
          'a', 'deleted', 'i', was ->> tg_argv[1])::text);
        perform record_webhook_events(tg_argv[0], was ->> home, was ->> object, was ->> parent, was, null);
      end if;
      perform record_webhook_events(tg_argv[0], shown ->> home, shown ->> object, shown ->> parent,
        case when moved then null else was end, now);
      if tg_argv[0] in ('space', 'collection') and tg_op = 'UPDATE' and (
        was ->> 'default_level' is distinct from now ->> 'default_level'
        or was ->> 'parent_id' is distinct from now ->> 'parent_id'
        or was ->> 'deleted_at' is distinct from now ->> 'deleted_at') then
        perform pg_notify('lectern_changes', jsonb_build_object('o', now ->> home, 'k', 'access',
          'a', 'updated', 'i', now ->> tg_argv[1], 'p', tg_argv[0])::text);
      end if;
      return null;
    end $$`,

  sql`create function record_review_event() returns trigger language plpgsql as $$
    begin
      perform record_webhook_events('review', new.organization_id, new.id, new.change_request_id, null, to_jsonb(new));
      return null;
    end $$`,
  sql`create trigger record_webhook_event after insert on change_request_review for each row
    execute function record_review_event()`,

  sql`create function set_webhook_event_actor() returns trigger language plpgsql as $$
    begin
      update webhook_event e set actor_kind = a.actor_kind, actor_id = a.actor_id
        from (select distinct on (organization_id) organization_id, actor_kind, actor_id from recorded) a
        where e.transaction_id = pg_current_xact_id() and e.organization_id = a.organization_id;
      return null;
    end $$`,
  sql`create trigger set_webhook_event_actor after insert on audit_event referencing new table as recorded
    for each statement execute function set_webhook_event_actor()`,

  // Not for every delivery: only what an admin sees in the list.
  sql`create trigger notify_change after insert or delete or
      update of url, description, event_types, enabled, failing_since, dropped_at, previous_secret_until on webhook
    for each row execute function notify_change('webhook', 'id', '')`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
