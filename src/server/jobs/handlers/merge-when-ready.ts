import type { JobHandler } from '../worker.ts'

/** Merges the queued change requests of a space that are ready. */
export const mergeWhenReadyHandler: JobHandler<'merge-when-ready'> = async (service, spaceRef, stop) => {
  const { runMergeQueue } = await import('../../domain/change-requests/run-queue.ts')
  return runMergeQueue(service, spaceRef, stop)
}
