import { sweepContent } from '../../content/sweep.ts'
import type { JobHandler } from '../worker.ts'

/** Removes content that no revision of an organization uses, after spaces were deleted or moved away. */
export const sweepContentHandler: JobHandler<'sweep-content'> = async (service, { organizationId }, stop) => {
  const swept = await sweepContent(service.db, organizationId, stop)
  service.log.info({ organizationId, ...swept }, 'unused content was removed')
}
