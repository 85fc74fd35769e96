import { sweepContent } from '../content/sweep.ts'
import type { Task } from '../jobs/worker.ts'

/** Removes what no revision of an organization uses any more, after spaces have left it. */
export const sweepContentTask: Task<'sweep-content'> = async (service, { organizationId }, stop) => {
  const swept = await sweepContent(service.db, organizationId, stop)
  service.log.info({ organizationId, ...swept }, 'unused content was removed')
}
