// Purpose: planned structures of sites, their former structures, and constraints that allow reordering many items in one transaction.
import { type Kysely, sql } from 'kysely'

/** Indexes that become constraints, so that rows may be exchanged in one transaction. */
const unique: readonly (readonly [table: string, name: string, columns: string])[] = [
  ['site_section_group', 'site_section_group_in_order', 'organization_id, site_id, order_key'],
  ['site_section', 'site_section_by_path', 'organization_id, site_id, path'],
  ['site_section', 'site_section_in_order', 'organization_id, site_id, group_id, order_key'],
  ['site_space', 'site_space_by_path', 'organization_id, site_id, section_id, path'],
  ['site_space', 'site_space_in_order', 'organization_id, site_id, section_id, order_key'],
  ['site_space', 'site_space_once', 'organization_id, site_id, section_id, space_id'],
]

const statements = [
  ...unique.flatMap(([table, name, columns]) => [
    sql`drop index ${sql.ref(name)}`,
    sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)}
      unique nulls not distinct (${sql.raw(columns)}) deferrable initially immediate`,
  ]),
  sql`alter table site_section drop constraint site_section_organization_id_group_id_fkey`,
  sql`alter table site_section add constraint site_section_in_group
    foreign key (organization_id, group_id) references site_section_group deferrable initially immediate`,
  sql`alter table site_space drop constraint site_space_organization_id_section_id_fkey`,
  sql`alter table site_space add constraint site_space_in_section
    foreign key (organization_id, section_id) references site_section deferrable initially immediate`,

  // One for each site; it stays when it is emptied, so that its version never comes twice.
  // A step: its id, the act as it was asked for, the ids of what it makes, and what it did when it was planned.
  sql`create table site_plan (
    organization_id text collate "C" not null,
    site_id text collate "C" not null,
    steps jsonb not null default '[]',
    begun_by text collate "C",
    begun_at timestamptz,
    version integer not null default 1,
    updated_at timestamptz not null,
    primary key (organization_id, site_id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`create trigger tell_change after insert or update on site_plan for each row
    execute function tell_change('site-plan', 'site_id', 'site_id')`,

  // What the structure became, newest last by (at, id). Whoever writes the structure writes this as well; listeners
  // are told by the parts that changed.
  sql`create table site_history (
    organization_id text collate "C" not null,
    id text collate "C" not null,
    site_id text collate "C" not null,
    kind text not null check (kind in ('start', 'edit', 'plan', 'restore', 'trash')),
    by_user text collate "C",
    begun_at timestamptz not null,
    at timestamptz not null,
    changes jsonb not null,
    change_count integer not null,
    restored_id text collate "C",
    restored_at timestamptz,
    fingerprint text collate "C" not null,
    snapshot bytea not null,
    primary key (organization_id, id),
    foreign key (organization_id, site_id) references site on delete cascade
  )`,
  sql`alter table site_history alter column snapshot set storage external`,
  sql`create index site_history_in_order on site_history (organization_id, site_id, at, id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}
