import { runScheduledAction } from '../../domain/site-scheduled-actions/run.ts'
import { authorize } from '../../http/authorize.ts'
import type { JobHandler } from '../worker.ts'

/** Runs a scheduled action of a site with the permissions that its scheduler has now. */
export const runScheduledActionHandler: JobHandler<'run-scheduled-action'> = (
  service,
  { organizationId, scheduledActionId },
) =>
  runScheduledAction(service, organizationId, scheduledActionId, (caller, permission, params) =>
    authorize(service.db, caller, permission, params),
  )
