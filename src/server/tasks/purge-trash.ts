import { purgeTrash } from '../domain/trash/purge.ts'
import type { Task } from '../jobs/worker.ts'

/** Removes the spaces for good that have been in the trash for 7 days. */
export const purgeTrashTask: Task<'purge-trash'> = async (service, _, stop) => {
  const purged = await purgeTrash(service, stop)
  if (purged > 0) service.log.info({ purged }, 'the trash was purged')
}
