import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { jobHandlers } from '#server/jobs/handlers/list.ts'
import { startWorker } from '#server/jobs/worker.ts'
import type { TestApp } from './app.ts'
import { textOf } from './mail-server.ts'

/** The emails in the outbox to an address, oldest first. */
export function emailsTo(app: TestApp, to: string): string[] {
  const folder = join(app.service.config.dataDir, 'outbox')
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => textOf(readFileSync(join(folder, name))))
    .filter((text) => text.includes(`\nTo: ${to}\r\n`))
}

/** The secret in the link of an email. */
export const secretOf = (email: string | undefined, view: 'link' | 'verify'): string | undefined =>
  email?.match(new RegExp(`/${view}/([0-9A-Za-z]+)`))?.[1]

/** Runs the jobs of the app until none is pending. */
export async function runPendingJobs(app: TestApp): Promise<void> {
  const pool = new pg.Pool({ connectionString: app.connectionString, max: 8 })
  const worker = await startWorker(app.service, { pool, handlers: jobHandlers })
  try {
    for (const end = Date.now() + 50_000; ; await pause(20)) {
      const { rows } = await pool.query<{ count: number }>(
        'select count(*)::int as count from graphile_worker._private_jobs where run_at <= now()',
      )
      if (rows[0]?.count === 0) return
      if (Date.now() > end) throw new Error('Jobs are still pending')
    }
  } finally {
    await worker.stop()
    await pool.end()
  }
}
