// Purpose: writes to different objects no longer wait for each other. Changes are rows until a transaction of its own
// sends them, because a commit with a notification lets no other one happen until it is on disk; and the organization's
// stamp counts those rows instead of being one row that every write locks.
import { type Kysely, sql } from 'kysely'

const statements = [
  sql`create table pending_change (
    id bigint generated always as identity primary key,
    -- The organization whose lists may change; null if none do.
    stamp_of text collate "C",
    payload text not null
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
    autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000000)`,
  sql`create index pending_change_of_stamp on pending_change (stamp_of) where stamp_of is not null`,

  sql`do $$
    declare stamped record;
    begin
      for stamped in
        select tgname, tgrelid::regclass as relation from pg_trigger
        where not tgisinternal and tgfoid = 'increment_organization_stamp'::regproc
      loop
        execute format('drop trigger %I on %s', stamped.tgname, stamped.relation);
      end loop;
    end $$`,
  sql`drop function increment_organization_stamp()`,
  sql`alter table organization_stamp rename to organization_stamp_base`,
  // No longer written, but what a former version stored stays.
  sql`alter table organization_stamp_base alter column changed_by drop not null`,
  sql`delete from organization_stamp_base where organization_id not in (select id from organization)`,
  sql`insert into organization_stamp_base (organization_id) select id from organization on conflict do nothing`,
  sql`alter table organization_stamp_base add foreign key (organization_id) references organization on delete cascade`,
  sql`create function create_organization_stamp() returns trigger language plpgsql as $$
    begin
      insert into organization_stamp_base (organization_id) values (new.id) on conflict do nothing;
      return null;
    end $$`,
  sql`create trigger create_stamp after insert on organization for each row
    execute function create_organization_stamp()`,
  // The name that instances of the former version read. Each committed change adds one for good: first as a row, then
  // as part of the number.
  sql`create view organization_stamp as
    select organization_id, stamp + (
      select count(*) from pending_change where pending_change.stamp_of = base.organization_id) as stamp
    from organization_stamp_base base`,

  // The lock makes it one at a time until the commit, so that changes of the same object arrive in their order. If this
  // commit is lost in a crash, the rows are still there.
  sql`create function relay_changes(most integer) returns integer language plpgsql as $$
    declare
      change record;
      relayed integer := 0;
    begin
      perform set_config('synchronous_commit', 'off', true);
      perform pg_advisory_xact_lock(hashtextextended('relay changes', 0));
      for change in
        with sent as (
          delete from pending_change where id in (select id from pending_change order by id limit most)
          returning id, stamp_of, payload
        ), counted as (
          update organization_stamp_base base set stamp = base.stamp + added.changes
          from (select stamp_of, count(*) as changes from sent where stamp_of is not null group by stamp_of) added
          where base.organization_id = added.stamp_of
        )
        select payload from sent order by id
      loop
        perform pg_notify('lectern_changes', change.payload);
        relayed := relayed + 1;
      end loop;
      return relayed;
    end $$`,

  sql`create or replace function notify_reaction() returns trigger language plpgsql as $$
    declare
      shown comment_reaction := case when tg_op = 'DELETE' then old else new end;
    begin
      insert into pending_change (payload) values (jsonb_build_object('o', shown.organization_id,
        'k', case when shown.subject_id = shown.comment_id then 'comment' else 'comment-reply' end,
        'a', 'updated', 'i', shown.subject_id, 'p', shown.space_id)::text);
      return null;
    end $$`,

  sql`create or replace function notify_change() returns trigger language plpgsql as $$
    declare
      was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
      now jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
      shown jsonb := coalesce(now, was);
      home text := case when tg_argv[0] = 'organization' then 'id' else 'organization_id' end;
      act text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
      moved boolean := tg_op = 'UPDATE' and was ->> home is distinct from now ->> home;
      is_listed boolean := tg_table_name in ('member', 'team_member', 'collection', 'space', 'access_grant', 'site',
        'site_section', 'site_section_group', 'site_space', 'space_translation');
      -- A change of several parts of a site is one event of the site; the other kinds have ids of their own.
      object text := case when tg_argv[0] in ('site-section', 'site-section-group', 'site-space', 'site-redirect')
        then 'site_id' else tg_argv[1] end;
      parent text := case when tg_argv[0] in ('change-request', 'comment', 'comment-reply', 'import')
        then 'space_id' when tg_argv[0] in ('space', 'collection') then 'parent_id' end;
    begin
      insert into pending_change (stamp_of, payload) values (
        case when is_listed then shown ->> home end,
        jsonb_strip_nulls(jsonb_build_object('o', shown ->> home,
          'k', tg_argv[0], 'a', act, 'i', shown ->> tg_argv[1], 'v', (shown ->> 'version')::int,
          'p', shown ->> tg_argv[2]))::text);
      if moved then
        insert into pending_change (stamp_of, payload) values (
          case when is_listed then was ->> home end,
          jsonb_build_object('o', was ->> home, 'k', tg_argv[0], 'a', 'deleted', 'i', was ->> tg_argv[1])::text);
        perform record_webhook_events(tg_argv[0], was ->> home, was ->> object, was ->> parent, was, null);
      end if;
      perform record_webhook_events(tg_argv[0], shown ->> home, shown ->> object, shown ->> parent,
        case when moved then null else was end, now);
      if tg_argv[0] in ('space', 'collection') and tg_op = 'UPDATE' and (
        was ->> 'default_level' is distinct from now ->> 'default_level'
        or was ->> 'parent_id' is distinct from now ->> 'parent_id'
        or was ->> 'deleted_at' is distinct from now ->> 'deleted_at') then
        insert into pending_change (payload) values (jsonb_build_object('o', now ->> home, 'k', 'access',
          'a', 'updated', 'i', now ->> tg_argv[1], 'p', tg_argv[0])::text);
      end if;
      return null;
    end $$`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
