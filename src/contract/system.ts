import { z } from 'zod'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { timestamp } from './shared/values.ts'

/** Days that failed jobs and rejected emails stay listed. */
export const FAILURE_RETENTION_DAYS = 90
/** Operations in the list of slow operations. */
export const MAX_SLOW_OPERATIONS = 50
/** Seconds without a sign of life after which an instance is no longer listed. */
export const INSTANCE_TIMEOUT_SECONDS = 120

export const jobStatus = z
  .enum(['waiting', 'running', 'retrying', 'failed'])
  .describe('retrying: failed and runs again at `runAt`; failed: no further attempt is made')
export type JobStatus = z.infer<typeof jobStatus>

const count = z.number().int().min(0)
const bytes = z.number().min(0)

export const systemInstance = z.object({
  id: z.string(),
  host: z.string().describe('Name of the machine or container'),
  version: z.string(),
  startedAt: timestamp,
  seenAt: timestamp.describe('When it last reported'),
  current: z.boolean().describe('The instance that responds'),
})
export type SystemInstance = z.infer<typeof systemInstance>

/** What an operator sees first: versions, instances, storage and what needs attention. */
export const system = z
  .object({
    object: z.literal('system'),
    versions: z.object({
      lectern: z.string(),
      build: timestamp.describe('When this version was built'),
      node: z.string(),
      postgresql: z.string(),
      schema: z.string().describe('The last migration of the database'),
    }),
    startedAt: timestamp.describe('When the instance that responds started'),
    instances: z.array(systemInstance).describe('Instances on this database, oldest first; at most 100'),
    storage: z.object({
      databaseBytes: bytes,
      files: count.describe('Distinct files; equal files are stored once'),
      fileBytes: bytes,
      disk: z
        .object({ freeBytes: bytes, totalBytes: bytes })
        .optional()
        .describe('The disk of `DATA_DIR` on the instance that responds; absent if it cannot be read'),
    }),
    jobs: z.object({
      waiting: count,
      running: count,
      retrying: count,
      failed: count,
      oldestDueAt: timestamp.optional().describe('Since when the longest waiting job is due'),
    }),
    email: z.object({
      delivery: z
        .enum(['smtp', 'outbox'])
        .describe('outbox: emails are written to files, because no mail server is configured'),
      undelivered: count.describe('Emails that failed or are being retried'),
    }),
  })
  .meta({ id: 'System' })
export type System = z.infer<typeof system>

export const systemJob = z
  .object({
    object: z.literal('job'),
    id: z.string(),
    name: z.string().describe('Such as `run-import`'),
    status: jobStatus,
    attempts: count,
    maxAttempts: count,
    createdAt: timestamp,
    runAt: timestamp.describe('When the next attempt is due, or the last one was'),
    lastError: z.string().optional(),
    payload: z.record(z.string(), z.unknown()).describe('What the job is about, as ids'),
  })
  .meta({ id: 'Job' })
export type SystemJob = z.infer<typeof systemJob>

export const undeliveredEmail = z
  .object({
    object: z.literal('undelivered-email'),
    id: z.string(),
    kind: z.string().describe('Such as `invitation`'),
    to: z.string().optional().describe('The recipient; absent if the account no longer exists'),
    status: z
      .enum(['retrying', 'failed', 'rejected'])
      .describe('rejected: the mail server refused it permanently; failed: no further attempt is made'),
    attempts: count,
    error: z.string(),
    createdAt: timestamp.describe('When it was first due; for a rejected email, when it was rejected'),
    nextAttemptAt: timestamp.optional(),
  })
  .meta({ id: 'UndeliveredEmail' })
export type UndeliveredEmail = z.infer<typeof undeliveredEmail>

const milliseconds = z.number().min(0)

export const slowOperations = z
  .object({
    object: z.literal('slow-operations'),
    since: timestamp.describe('When the responding instance started; the figures cover only this instance'),
    operations: z
      .array(
        z.object({
          method: z.string(),
          path: z.string().describe('The route, such as `/v1/spaces/:spaceId`'),
          count,
          p50Ms: milliseconds.describe('Half of the requests were faster; accurate to 10%'),
          p95Ms: milliseconds.describe('95% of the requests were faster; accurate to 10%'),
          maxMs: milliseconds,
          lastAt: timestamp.describe('The last request'),
          slowest: z
            .object({ at: timestamp, requestId: z.string() })
            .describe('The slowest request, to find it in the log'),
        }),
      )
      .max(MAX_SLOW_OPERATIONS)
      .describe('Slowest first, by `p95Ms`'),
  })
  .meta({ id: 'SlowOperations' })
export type SlowOperations = z.infer<typeof slowOperations>

const jobPath = z.object({ jobId: z.string().regex(/^\d{1,18}$/, 'A job id is a number') })
const emailPath = z.object({
  emailId: z
    .string()
    .regex(
      /^((job|rejected)-\d{1,18}|address-[0-9A-Za-z]{1,64})$/,
      'Use an id from the list of undelivered emails',
    ),
})

/** What the people who run the service see and do. Not part of any organization. */
export const systems = resource('systems', {
  get: {
    id: 'getSystem',
    method: 'GET',
    path: '/system',
    summary: 'Get versions, instances, storage, and counts of jobs and undelivered emails.',
    permission: 'system.operate',
    status: 200,
    response: system,
  },
  listSlowOperations: {
    id: 'listSlowOperations',
    method: 'GET',
    path: '/system/slow-operations',
    summary: `Get the ${MAX_SLOW_OPERATIONS} slowest operations of the instance that responds.`,
    permission: 'system.operate',
    status: 200,
    response: slowOperations,
  },
  listJobs: {
    id: 'listJobs',
    method: 'GET',
    path: '/system/jobs',
    summary: 'List background jobs, newest first.',
    description: `Finished jobs are not listed. Failed jobs stay for ${FAILURE_RETENTION_DAYS} days.`,
    permission: 'system.operate',
    query: paging.extend({ status: jobStatus.optional() }),
    status: 200,
    response: listOf(systemJob),
  },
  retryJob: {
    id: 'retryJob',
    method: 'POST',
    path: '/system/jobs/:jobId/retry',
    summary: 'Run a failed or waiting job now, and reset its attempts.',
    description: 'Returns 409 while the job is running.',
    permission: 'system.operate',
    params: jobPath,
    status: 200,
    response: systemJob,
  },
  retryFailedJobs: {
    id: 'retryFailedJobs',
    method: 'POST',
    path: '/system/retry-failed-jobs',
    summary: 'Run all failed jobs again, and return how many there are.',
    permission: 'system.operate',
    status: 200,
    response: z.object({ retried: count }),
  },
  deleteJob: {
    id: 'deleteJob',
    method: 'DELETE',
    path: '/system/jobs/:jobId',
    summary: 'Delete a job, so that it never runs.',
    description: 'Returns 409 while the job is running.',
    permission: 'system.operate',
    params: jobPath,
    status: 204,
  },
  listUndeliveredEmails: {
    id: 'listUndeliveredEmails',
    method: 'GET',
    path: '/system/undelivered-emails',
    summary: 'List emails that failed, were rejected or are being retried, newest first.',
    permission: 'system.operate',
    query: paging,
    status: 200,
    response: listOf(undeliveredEmail),
  },
  retryEmail: {
    id: 'retryEmail',
    method: 'POST',
    path: '/system/undelivered-emails/:emailId/retry',
    summary: 'Send an undelivered email now.',
    description: 'Returns 409 while it is being sent.',
    permission: 'system.operate',
    params: emailPath,
    status: 204,
  },
  deleteEmail: {
    id: 'deleteEmail',
    method: 'DELETE',
    path: '/system/undelivered-emails/:emailId',
    summary: 'Delete an undelivered email without sending it.',
    description: 'Returns 409 while it is being sent.',
    permission: 'system.operate',
    params: emailPath,
    status: 204,
  },
})
