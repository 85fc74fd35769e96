import client, { type Registry } from 'prom-client'
import type { Db } from '../db/client.ts'
import { countUndeliveredEmails } from '../domain/system/email-queries.ts'
import { jobCounts } from '../domain/system/job-queries.ts'
import { droppedInsights } from '../publishing/insights-buffer.ts'

/** Figures that are read from the database with each scrape. Without a database they are left out. */
export function addSystemMetrics(registry: Registry, db: Db): void {
  registry.registerMetric(droppedInsights)
  const jobs = new client.Gauge({
    name: 'lectern_jobs',
    help: 'Background jobs, by status',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset()
      const counts = await jobCounts(db, new Date()).catch(() => null)
      if (counts === null) return
      const { oldestDueAt, ...byStatus } = counts
      for (const [status, count] of Object.entries(byStatus)) jobs.set({ status }, count)
      const age = oldestDueAt === null ? 0 : (Date.now() - oldestDueAt.getTime()) / 1000
      delay.set(Math.max(0, age))
    },
  })
  const delay = new client.Gauge({
    name: 'lectern_jobs_delay_seconds',
    help: 'How long the longest waiting job has been due',
    registers: [registry],
  })
  const emails = new client.Gauge({
    name: 'lectern_undelivered_emails',
    help: 'Emails that failed, were rejected or are being retried',
    registers: [registry],
    async collect() {
      const count = await countUndeliveredEmails(db).catch(() => null)
      if (count !== null) emails.set(count)
    },
  })
}
