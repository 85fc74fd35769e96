import { rebuildAfterUpgrade } from '../../content/rebuild-spaces.ts'
import type { JobHandler } from '../worker.ts'

/** Rebuilds what an older version derived from texts differently, such as the sections that searches find. */
export const rebuildSpacesHandler: JobHandler<'rebuild-spaces'> = async (service, _payload, stop) => {
  const spaces = await rebuildAfterUpgrade(service, stop)
  if (spaces > 0) service.log.info({ spaces }, 'spaces were rebuilt after an upgrade')
}
