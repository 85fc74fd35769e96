import type pg from 'pg'
import type { Manifest } from './manifest.ts'

/** Tables of Kysely: the migrations are a list in the manifest instead. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock']

const OF_SCHEMA = `c.relnamespace = current_schema()::regnamespace
  and not exists (select from pg_depend where objid = c.oid and deptype = 'e')`

/** A table with the columns that are stored, in the order of their definition. */
export type TableColumns = { readonly name: string; readonly columns: readonly string[] }

/** All tables with rows of their own, alphabetically; unlogged ones are left out, a partitioned one is one table. */
export async function tablesOf(client: pg.ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = ''
     where c.relkind in ('r', 'p') and c.relpersistence = 'p' and not c.relispartition and ${OF_SCHEMA} and c.relname <> all($1)
     group by c.oid, c.relname order by c.relname collate "C"`,
    [MIGRATION_TABLES],
  )
  return rows
}

export async function partitionsOf(client: pg.ClientBase): Promise<Manifest['partitions']> {
  const { rows } = await client.query<Manifest['partitions'][number]>(
    `select c.relname as name, parent.relname as of, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class parent on parent.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and ${OF_SCHEMA} order by c.relname collate "C"`,
  )
  return rows
}

/** The next values of identity columns and serials; unused sequences are left out. */
export async function sequencesOf(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; value: string }>(
    `select c.relname as table, a.attname as column, s.last_value as value
     from pg_class q
     join pg_depend d on d.objid = q.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
     join pg_class c on c.oid = d.refobjid and not c.relispartition
     join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
     join pg_sequences s on s.schemaname = current_schema() and s.sequencename = q.relname
     where q.relkind = 'S' and s.last_value is not null and ${OF_SCHEMA}
     order by c.relname collate "C", a.attname collate "C"`,
  )
  return rows.map(({ table, column, value }) => ({ table, column, value: Number(value) }))
}

/** Foreign keys with their definitions, those of partitions through their parent only. */
export async function foreignKeysOf(
  client: pg.ClientBase,
): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and ${OF_SCHEMA} order by c.relname, k.conname`,
  )
  return rows
}

/** Names of the migrations that ran, in order; empty for a database that Lectern never used. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows: known } = await client.query<{ exists: boolean }>(
    `select to_regclass('kysely_migration') is not null as exists`,
  )
  if (known[0]?.exists !== true) return []
  const { rows } = await client.query<{ name: string }>('select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Same output for same values, whatever the server's and the role's settings are. */
export async function fixOutput(client: pg.ClientBase): Promise<void> {
  await client.query(`set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'iso_8601';
    set extra_float_digits = 1; set bytea_output = 'hex'; set client_encoding = 'UTF8'; set statement_timeout = 0;
    set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`)
}
