import type pg from 'pg'
import { loadTable } from './load-database.ts'
import type { Manifest } from './manifest.ts'
import type { BackupPlace } from './parts.ts'

/** Replaces the waiting jobs by those of a backup, through the queue's own function. Running ones are not touched. */
export async function loadJobs(
  client: pg.ClientBase,
  place: BackupPlace,
  { jobs }: Manifest,
): Promise<number> {
  await client.query('delete from graphile_worker._private_jobs where locked_at is null')
  if (jobs === undefined) return 0
  await client.query(`create temp table restored_job (task text, payload json, queue text, run_at timestamptz,
    max_attempts integer, key text, priority integer) on commit drop`)
  await loadTable(client, place, jobs, 'restored_job')
  await client.query(`select graphile_worker.add_job(task, payload := payload, queue_name := queue,
    run_at := run_at, max_attempts := max_attempts, job_key := key, priority := priority) from restored_job`)
  return jobs.rows
}
