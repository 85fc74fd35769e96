import { notifyOfSpaceChanges } from '../../notifications/space-changes.ts'
import type { JobHandler } from '../worker.ts'

/** Notifies the followers of a space and its pages of what changed in a window of time. */
export const notifyOfChangesHandler: JobHandler<'notify-of-changes'> = (service, window, stop) =>
  notifyOfSpaceChanges(service, window, stop)
