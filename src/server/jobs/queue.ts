import { sql } from 'kysely'
import type { GitSyncRun } from '#contract/space-git-sync.ts'
import { type Db, prepared, type Tx } from '../db/client.ts'
import type { NotificationEvent } from '../notifications/event.ts'

/** Every job with its payload. Each has a file in `handlers/`. */
export type JobPayloads = {
  /** Without a run by the schedule. */
  'back-up': { readonly runId?: string }
  'run-import': { readonly organizationId: string; readonly importId: string }
  'run-site-import': { readonly organizationId: string; readonly siteImportId: string }
  'purge-trash': Record<never, never>
  'sweep-content': { readonly organizationId: string }
  'rebuild-spaces': Record<never, never>
  'clean-up': Record<never, never>
  'check-domains': Record<never, never>
  'check-certificates': Record<never, never>
  'send-mail':
    | {
        readonly kind: 'invitation'
        readonly organizationId: string
        readonly userId: string
        readonly by: string
      }
    | {
        readonly kind: 'webhook-disabled'
        readonly organizationId: string
        readonly webhookId: string
        readonly userId: string
      }
    | {
        readonly kind: 'review-reminder'
        readonly organizationId: string
        readonly changeRequestId: string
        readonly userId: string
        readonly by: string
      }
    | {
        readonly kind: 'access-requested'
        readonly organizationId: string
        readonly accessRequestId: string
        /** Someone who can grant it. */
        readonly userId: string
      }
    | {
        readonly kind: 'access-decided'
        readonly organizationId: string
        readonly accessRequestId: string
      }
    | { readonly kind: 'backup-failed'; readonly runId: string; readonly email: string }
    | { readonly kind: 'new-password'; readonly email: string }
    | { readonly kind: 'verification'; readonly userId: string }
    | {
        readonly kind: 'second-factor'
        readonly userId: string
        readonly change:
          | 'passkey-added'
          | 'passkey-removed'
          | 'app-added'
          | 'app-removed'
          | 'recovery-codes-created'
          | 'recovery-code-used'
          | 'reset'
        /** Name of the passkey. */
        readonly name: string
        readonly at: string
      }
    | {
        readonly kind: 'certificate-expiring'
        readonly organizationId: string
        readonly providerId: string
        readonly userId: string
      }
    | {
        readonly kind: 'domain-missing' | 'domain-unverified'
        readonly organizationId: string
        readonly domain: string
        readonly userId: string
      }
  notify: NotificationEvent
  'queue-notification-emails': Record<never, never>
  /** Everything that is due to one person. */
  'email-notifications': { readonly userId: string }
  'notify-of-changes': {
    readonly organizationId: string
    readonly spaceId: string
    /** The window of time, RFC 3339. */
    readonly from: string
    readonly to: string
  }
  /** Of one space, or of all. */
  'notify-of-overdue-pages':
    | Record<never, never>
    | { readonly organizationId: string; readonly spaceId: string }
  'deliver-webhook': {
    readonly organizationId: string
    readonly webhookId: string
    readonly deliveryId: string
  }
  'run-scheduled-action': { readonly organizationId: string; readonly scheduledActionId: string }
  'read-openapi-spec': { readonly organizationId: string; readonly specId: string }
  'refresh-openapi-specs': Record<never, never>
  /** Saves what people wrote together. */
  'save-coedited-text': { readonly organizationId: string; readonly textId: string }
  'create-reference-pages': { readonly organizationId: string; readonly referenceId: string }
  'sync-git': {
    readonly organizationId: string
    readonly spaceId: string
    readonly cause: GitSyncRun['cause']
  }
  'poll-git': Record<never, never>
  'merge-when-ready': { readonly organizationId: string; readonly spaceId: string }
  /** Every space where change requests are queued to merge. */
  'check-merge-queues': Record<never, never>
}

export type JobName = keyof JobPayloads

type JobOptions = {
  /** A waiting job with the same key is replaced. */
  readonly key?: string
  /** Instead, the waiting one is kept: its payload is the same, and it has not started. */
  readonly keepsWaiting?: boolean
  /** Jobs of one queue run one after the other. */
  readonly queue?: string
  readonly runAt?: Date
}

/** Enqueues jobs in the caller's transaction, so that a job exists if and only if the write does. */
export type Jobs = {
  readonly enqueue: <N extends JobName>(
    tx: Db | Tx,
    name: N,
    payload: JobPayloads[N],
    options?: JobOptions,
  ) => Promise<void>
  /** Enqueues the same job for many payloads in one statement. */
  readonly enqueueEach: <N extends JobName>(
    tx: Db | Tx,
    name: N,
    payloads: readonly JobPayloads[N][],
    /** A waiting job with the same key is replaced. */
    keyOf?: (payload: JobPayloads[N]) => string,
  ) => Promise<void>
}

/** A waiting job is replaced by a new one with the same key. */
export const jobs: Jobs = {
  async enqueue(tx, name, payload, { key, keepsWaiting = false, queue, runAt } = {}) {
    await sql`${prepared}select graphile_worker.add_job(${name}, payload := ${JSON.stringify(payload)}::json,
        job_key := ${key ?? null}, queue_name := ${queue ?? null}, run_at := coalesce(${runAt ?? null}::timestamptz, now()))
      where not (${keepsWaiting}::boolean and exists (select from graphile_worker._private_jobs
        where key = ${key ?? null} and locked_at is null and attempts = 0 and run_at > now()))`.execute(tx)
  },

  async enqueueEach(tx, name, payloads, keyOf) {
    const keys = payloads.map((payload) => keyOf?.(payload) ?? null)
    await sql`select graphile_worker.add_job(${name}, payload := job.payload::json, job_key := job.key)
      from unnest(${payloads.map((payload) => JSON.stringify(payload))}::text[], ${keys}::text[])
        as job (payload, key)`.execute(tx)
  },
}
