import { recipientsOfFailure } from '../../backups/recipients.ts'
import { runInThread } from '../../backups/run-in-thread.ts'
import { currentRun, insertBackupRun, postponeRun, runById } from '../../backups/run-queries.ts'
import type { Service } from '../../context.ts'
import type { JobHandler } from '../worker.ts'

const MAX_ATTEMPTS = 3
const RETRY_MS = 10 * 60_000

/**
 * Makes and verifies one backup: the waiting run, or a new one by the schedule. A failed one is tried again after 10 and
 * 20 minutes; then the operators get an email.
 */
export const backUpHandler: JobHandler<'back-up'> = async (service, { runId }, stop) => {
  const { config, db } = service
  if (config.backup.to === undefined) return
  const run = runId === undefined ? await scheduledRun(service) : await runById(db, runId)
  if (run === undefined || run.status === 'succeeded' || run.status === 'failed') return
  await runInThread({ config, connectionString: service.connectionString, runId: run.id }, stop)
  const result = await runById(db, run.id)
  if (result?.status === 'failed') await handleFailure(service, result)
}

/** Undefined if another backup is waiting or running. */
async function scheduledRun({ config, db, newId, now }: Service) {
  const current = await currentRun(db, now())
  // A process that was killed a moment ago has left it; its job runs again.
  if (current !== undefined) return current.trigger === 'schedule' ? current : undefined
  return insertBackupRun(db, {
    id: newId(),
    trigger: 'schedule',
    target: config.backup.target,
    encrypted: config.backup.passphrase !== undefined,
    created_at: now(),
  })
}

async function handleFailure(
  service: Service,
  { id, attempt, error, findings }: { id: string; attempt: number; error: string | null; findings: string[] },
): Promise<void> {
  const { db, jobs, log, now } = service
  log.error({ backup: id, attempt, error, findings: findings.slice(0, 10) }, 'a backup failed')
  if (attempt < MAX_ATTEMPTS) {
    const runAt = new Date(now().getTime() + attempt * RETRY_MS)
    await postponeRun(db, id, runAt)
    return jobs.enqueue(db, 'back-up', { runId: id }, { runAt, key: `back-up ${id}` })
  }
  const emails = await recipientsOfFailure(db, service.config)
  await jobs.enqueueEach(
    db,
    'send-mail',
    emails.map((email) => ({ kind: 'backup-failed', runId: id, email })),
  )
}
