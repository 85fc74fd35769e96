import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { formerNames, migrations } from '../db/migrations/list.ts'
import { foreignKeysOf, quoted, tablesOf } from './catalog.ts'
import { copyIn } from './copy-stream.ts'
import { digesting, type OnProgress } from './dump-database.ts'
import { BackupError, DamagedPart } from './errors.ts'
import type { Manifest, TablePart } from './manifest.ts'
import { type BackupPlace, readParts } from './parts.ts'
import { RowDigest } from './row-digest.ts'

/**
 * Replaces everything in a database by a backup, in the client's transaction: creates the schema with the migrations
 * that the backup lists, loads the rows, and then creates foreign keys and indexes, so that the backup is checked against
 * all constraints. Needs the owner of the tables and no superuser.
 * @throws {BackupError} if a part is damaged or the rows do not fit the schema
 */
export async function loadDatabase(
  client: pg.ClientBase,
  place: BackupPlace,
  { manifest, progress }: { readonly manifest: Manifest; readonly progress: OnProgress },
): Promise<void> {
  await clearSchema(client)
  await createSchema(client, manifest.migrations)
  await createPartitions(client, manifest)
  const constraints = await foreignKeysOf(client)
  const indexes = await dropConstraintsAndIndexes(client, constraints)
  await expectSameTables(client, manifest)
  const names = manifest.tables.map(({ name }) => quoted(name))
  await client.query(`truncate ${names.join(', ')}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  for (const [index, table] of manifest.tables.entries()) {
    progress(`Table ${table.name}`, index / names.length)
    await loadTable(client, place, table, quoted(table.name))
  }
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const [index, definition] of indexes.entries()) {
    progress('Indexes', index / indexes.length)
    await client.query(definition)
  }
  for (const { table, name, definition } of constraints) {
    await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`)
  }
  for (const { table, column, value } of manifest.sequences) {
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [quoted(table), column, value])
  }
}

/** Drops what migrations created; extensions and the queue's schema stay. */
async function clearSchema(client: pg.ClientBase): Promise<void> {
  await client.query(`do $$ declare one record; begin
    for one in select c.oid::regclass as name from pg_class c where relkind in ('r', 'p') and not relispartition
      and relnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    loop execute format('drop table if exists %s cascade', one.name); end loop;
    for one in select p.oid::regprocedure as name from pg_proc p
      where pronamespace = current_schema()::regnamespace and prokind in ('f', 'p')
      and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    loop execute format('drop routine if exists %s cascade', one.name); end loop;
    for one in select t.oid::regtype as name from pg_type t
      where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd', 'c')
      and not exists (select from pg_depend where objid = t.oid and deptype = 'e')
    loop execute format('drop type if exists %s cascade', one.name); end loop;
    for one in select c.oid::regclass as name from pg_class c
      where relkind = 'S' and relnamespace = current_schema()::regnamespace
    loop execute format('drop sequence if exists %s cascade', one.name); end loop;
    for one in select cfgname as name from pg_ts_config c where cfgnamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = c.oid and deptype = 'e')
    loop execute format('drop text search configuration if exists %I cascade', one.name); end loop;
  end $$`)
}

/** Runs the migrations of the backup, as the version that wrote it did. */
async function createSchema(client: pg.ClientBase, names: readonly string[]): Promise<void> {
  const connection = { query: client.query.bind(client), release: () => undefined }
  // Kysely needs no more of a pool than these two.
  const pool = { connect: async () => connection, end: async () => undefined } as unknown as pg.Pool
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const known: Readonly<Record<string, { up: (db: Kysely<unknown>) => Promise<void> }>> = migrations
  await client.query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer default 0 not null);
    insert into kysely_migration_lock values ('migration_lock', 0)`)
  for (const [index, formerName] of names.entries()) {
    const name = formerNames[formerName] ?? formerName
    const migration = known[name]
    if (migration === undefined)
      throw new BackupError(
        `A newer version of Lectern wrote this backup (migration ${name}). Upgrade first.`,
      )
    await migration.up(db)
    // The order of the times is the order in which they ran.
    const time = new Date(Date.now() + index).toISOString()
    await client.query('insert into kysely_migration values ($1, $2)', [name, time])
  }
  await client.query('set constraints all immediate')
}

async function createPartitions(client: pg.ClientBase, { partitions }: Manifest): Promise<void> {
  for (const { name, of, bound } of partitions) {
    if (!/^(FOR VALUES [^;]*|DEFAULT)$/.test(bound))
      throw new DamagedPart('manifest.json', `${name} has no bounds`)
    await client.query(`create table if not exists ${quoted(name)} partition of ${quoted(of)} ${bound}`)
  }
}

/** Returns the definitions of the indexes. Those of primary keys and unique constraints stay. */
async function dropConstraintsAndIndexes(
  client: pg.ClientBase,
  constraints: readonly { readonly table: string; readonly name: string }[],
): Promise<string[]> {
  for (const { table, name } of constraints) {
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`)
  }
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.relname as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relnamespace = current_schema()::regnamespace and not c.relispartition
       and not exists (select from pg_constraint where conindid = c.oid)
       and not exists (select from pg_depend where objid = i.indrelid and deptype = 'e') order by c.relname`,
  )
  for (const { name } of rows) await client.query(`drop index ${quoted(name)}`)
  // The definition of a partitioned index says ON ONLY, which would leave out the partitions.
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '))
}

async function expectSameTables(client: pg.ClientBase, manifest: Manifest): Promise<void> {
  const now = new Map((await tablesOf(client)).map(({ name, columns }) => [name, columns]))
  const wrong = manifest.tables.filter(
    ({ name, columns }) => !columns.every((column) => now.get(name)?.includes(column)),
  )
  if (wrong.length === 0) return
  throw new BackupError(
    `The backup has tables that its migrations do not create: ${wrong.map(({ name }) => name).join(', ')}.`,
  )
}

/** Loads rows and compares their number and digest with the manifest. */
export async function loadTable(
  client: pg.ClientBase,
  place: BackupPlace,
  table: TablePart,
  into: string,
): Promise<void> {
  const digest = new RowDigest()
  const rows = digesting(readParts(place, table.parts), digest)
  const columns = table.columns.map(quoted).join(', ')
  const count = await copyIn(client, `copy ${into} (${columns}) from stdin`, rows)
  if (count !== table.rows || digest.digest !== table.digest)
    throw new DamagedPart(
      `database/${table.name}.copy`,
      `it has ${count} rows instead of ${table.rows}, or others`,
    )
}
