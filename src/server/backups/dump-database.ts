import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { quoted, type TableColumns, tablesOf } from './catalog.ts'
import { copyOut } from './copy-stream.ts'
import type { TablePart } from './manifest.ts'
import { type BackupPlace, writeParts } from './parts.ts'
import { RowDigest } from './row-digest.ts'

/**
 * Waiting jobs that still have an attempt. The job that makes backups is left out, so that a restored service does not
 * begin with one.
 */
const JOBS: TableColumns & { readonly query: string } = {
  name: 'jobs',
  columns: ['task', 'payload', 'queue', 'run_at', 'max_attempts', 'key', 'priority'],
  query: `select t.identifier as task, j.payload, q.queue_name as queue, j.run_at, j.max_attempts, j.key, j.priority
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where j.is_available is not null and j.attempts < j.max_attempts and t.identifier <> 'back-up'`,
}

/** What a snapshot reports while it is being written. */
export type OnProgress = (step: string, fraction: number) => void

/** Writes all tables of the client's transaction. */
export async function dumpTables(
  client: pg.ClientBase,
  place: BackupPlace,
  progress: OnProgress,
): Promise<TablePart[]> {
  const tables = await tablesOf(client)
  const written: TablePart[] = []
  for (const table of tables) {
    progress(`Table ${table.name}`, written.length / tables.length)
    written.push(await dumpTable(client, place, table, selectOf(table)))
  }
  return written
}

/** Null for a database whose queue has not been set up yet. */
export async function dumpJobs(client: pg.ClientBase, place: BackupPlace): Promise<TablePart | null> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('graphile_worker._private_jobs') is not null as exists`,
  )
  return rows[0]?.exists === true ? dumpTable(client, place, JOBS, JOBS.query) : null
}

async function dumpTable(
  client: pg.ClientBase,
  place: BackupPlace,
  { name, columns }: TableColumns,
  query: string,
): Promise<TablePart> {
  const digest = new RowDigest()
  const rows = digesting(copyOut(client, `copy (${query}) to stdout`), digest)
  const parts = await writeParts(place, `database/${name}.copy`, rows)
  return { name, columns: [...columns], rows: digest.rows, digest: digest.digest, parts }
}

/** Counts the rows of a table and adds up their hashes, to compare it with a backup. */
export async function digestTable(client: pg.ClientBase, table: TableColumns): Promise<RowDigest> {
  const digest = new RowDigest()
  await pipeline(copyOut(client, `copy (${selectOf(table)}) to stdout`), async (rows) => {
    for await (const chunk of rows) digest.add(chunk as Buffer)
  })
  return digest
}

const selectOf = ({ name, columns }: TableColumns): string =>
  `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`

/** Passes rows on and adds them to the digest. Errors of either side reach the other. */
export function digesting(rows: Readable, digest: RowDigest): Readable {
  const output = new PassThrough({
    transform(chunk: Buffer, _encoding, done) {
      digest.add(chunk)
      done(null, chunk)
    },
  })
  // The error reaches the reader through the output, which `pipeline` destroys.
  pipeline(rows, output).catch(() => undefined)
  return output
}
