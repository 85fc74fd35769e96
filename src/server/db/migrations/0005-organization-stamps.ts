// Purpose: a number for each organization that counts up with every change of what its lists show, so that a list that was read once can be answered again as long as the number stands.
import { type Kysely, sql } from 'kysely'

/** The tables whose rows the kept lists show or depend on; all carry `organization_id`. */
const tables = [
  'member',
  'team_member',
  'collection',
  'space',
  'access_grant',
  'site',
  'site_section',
  'site_section_group',
  'site_space',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table organization_stamp (
    organization_id text collate "C" primary key,
    stamp bigint not null default 1,
    changed_by xid8 not null
  )`.execute(db)
  // Once a transaction, at its end: the row is held only while the commit is written.
  await sql`create function count_up_organization() returns trigger language plpgsql as $$
    begin
      insert into organization_stamp as held (organization_id, changed_by)
      values (case when tg_op = 'DELETE' then old.organization_id else new.organization_id end, pg_current_xact_id())
      on conflict (organization_id) do update
        set stamp = held.stamp + 1, changed_by = excluded.changed_by
        where held.changed_by <> excluded.changed_by;
      if tg_op = 'UPDATE' and old.organization_id <> new.organization_id then
        insert into organization_stamp as held (organization_id, changed_by)
        values (old.organization_id, pg_current_xact_id())
        on conflict (organization_id) do update set stamp = held.stamp + 1, changed_by = excluded.changed_by;
      end if;
      return null;
    end $$`.execute(db)
  for (const table of tables) {
    await sql`create constraint trigger count_up after insert or update or delete on ${sql.table(table)}
      deferrable initially deferred for each row execute function count_up_organization()`.execute(db)
  }
}
