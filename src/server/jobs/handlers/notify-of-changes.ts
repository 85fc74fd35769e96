import { notifyOfConflicts } from '../../notifications/conflicts.ts'
import { notifyOfSpaceChanges } from '../../notifications/space-changes.ts'
import type { JobHandler } from '../worker.ts'

/**
 * Notifies the followers of a space and its pages of what changed in a window of time, and the authors whose change
 * requests conflict with it now.
 */
export const notifyOfChangesHandler: JobHandler<'notify-of-changes'> = async (service, window, stop) => {
  await notifyOfSpaceChanges(service, window, stop)
  await notifyOfConflicts(service, window, stop)
}
