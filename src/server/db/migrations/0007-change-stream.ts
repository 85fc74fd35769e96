// Purpose: every committed change that the dashboard shows is announced on one channel, so that all instances can pass it on to listeners.
import { type Kysely, sql } from 'kysely'

/** Kind of object, its table, the column of its id, and the column of what it belongs to. */
const told: readonly (readonly [kind: string, table: string, id: string, parent: string, of?: string])[] = [
  ['organization', 'organization', 'id', ''],
  ['member', 'member', 'user_id', '', 'role, disabled, sso'],
  ['team', 'team', 'id', ''],
  ['team-member', 'team_member', 'team_id', 'user_id'],
  ['collection', 'collection', 'id', 'parent_id'],
  ['space', 'space', 'id', 'parent_id'],
  ['access', 'access_grant', 'subject_id', 'subject_kind'],
  ['invite', 'invite', 'id', ''],
  ['custom-field', 'custom_field', 'name', ''],
  ['space-field', 'custom_field_value', 'space_id', 'field_name'],
  ['site', 'site', 'id', ''],
  ['site-section', 'site_section', 'id', 'site_id'],
  ['site-section-group', 'site_section_group', 'id', 'site_id'],
  ['site-space', 'site_space', 'id', 'site_id'],
  ['import', 'import_run', 'id', 'space_id'],
  ['audit-event', 'audit_event', 'id', ''],
]

export async function up(db: Kysely<unknown>): Promise<void> {
  // Short member names: o organization, k kind, a act, i id, v version, p parent. What goes away is told by the
  // organization it leaves; a changed level or place changes who may see what is below it.
  await sql`create function tell_change() returns trigger language plpgsql as $$
    declare
      was jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
      now jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
      shown jsonb := coalesce(now, was);
      home text := case when tg_argv[0] = 'organization' then 'id' else 'organization_id' end;
      act text := case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end;
    begin
      perform pg_notify('lectern_changes', jsonb_strip_nulls(jsonb_build_object('o', shown ->> home,
        'k', tg_argv[0], 'a', act, 'i', shown ->> tg_argv[1], 'v', (shown ->> 'version')::int,
        'p', shown ->> tg_argv[2]))::text);
      if tg_op = 'UPDATE' and was ->> home is distinct from now ->> home then
        perform pg_notify('lectern_changes', jsonb_build_object('o', was ->> home, 'k', tg_argv[0],
          'a', 'deleted', 'i', was ->> tg_argv[1])::text);
      end if;
      if tg_argv[0] in ('space', 'collection') and tg_op = 'UPDATE' and (
        was ->> 'default_level' is distinct from now ->> 'default_level'
        or was ->> 'parent_id' is distinct from now ->> 'parent_id'
        or was ->> 'deleted_at' is distinct from now ->> 'deleted_at') then
        perform pg_notify('lectern_changes', jsonb_build_object('o', now ->> home, 'k', 'access',
          'a', 'updated', 'i', now ->> tg_argv[1], 'p', tg_argv[0])::text);
      end if;
      return null;
    end $$`.execute(db)
  for (const [kind, table, id, parent, of] of told) {
    await sql`create trigger tell_change after insert or delete or update ${sql.raw(of === undefined ? '' : `of ${of}`)}
      on ${sql.table(table)} for each row
      execute function tell_change(${sql.lit(kind)}, ${sql.lit(id)}, ${sql.lit(parent)})`.execute(db)
  }
}
