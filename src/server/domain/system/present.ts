import type { SystemJob, UndeliveredEmail } from '#contract/system.ts'
import type { EmailRow } from './email-queries.ts'
import type { JobRow } from './job-queries.ts'

/** Errors of jobs end with a stack trace; the message is enough in a list. */
const MAX_ERROR_LENGTH = 2000

export const presentJob = (row: JobRow): SystemJob => ({
  object: 'job',
  id: String(row.id),
  name: row.name,
  status: row.status,
  attempts: row.attempts,
  maxAttempts: row.maxAttempts,
  createdAt: row.createdAt.toISOString(),
  runAt: row.runAt.toISOString(),
  ...(row.lastError === null ? {} : { lastError: row.lastError.slice(0, MAX_ERROR_LENGTH) }),
  payload: row.payload,
})

export const presentEmail = (row: EmailRow): UndeliveredEmail => ({
  object: 'undelivered-email',
  id: row.id,
  kind: row.kind,
  ...(row.to === null ? {} : { to: row.to }),
  status: row.status,
  attempts: row.attempts,
  error: row.error.slice(0, MAX_ERROR_LENGTH),
  createdAt: row.createdAt.toISOString(),
  ...(row.nextAttemptAt === null ? {} : { nextAttemptAt: row.nextAttemptAt.toISOString() }),
})
