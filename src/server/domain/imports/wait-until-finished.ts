import { setTimeout as pause } from 'node:timers/promises'
import type { ImportStatus } from '#contract/imports.ts'
import type { Db } from '../../db/client.ts'
import { statusOf } from './queries.ts'

const MIN_WAIT_MS = 100
const MAX_WAIT_MS = 1000

/**
 * Waits until an import has finished or was interrupted by a shutdown; its own limits bound the time. Rejects when
 * `signal` fires because the caller has disconnected.
 */
export async function waitUntilFinished(
  db: Db,
  run: { readonly organizationId: string; readonly id: string },
  signal: AbortSignal,
): Promise<ImportStatus> {
  for (let wait = MIN_WAIT_MS; ; wait = Math.min(MAX_WAIT_MS, wait * 1.2)) {
    const now = await statusOf(db, run.organizationId, run.id)
    if (now === undefined) return 'cancelled'
    const isWaiting = now.status === 'pending' && now.attempt === 0
    if (!isWaiting && now.status !== 'in-progress') return now.status
    await pause(wait, undefined, { signal: signal })
  }
}
