import { purgeTrash } from '../../domain/trash/purge.ts'
import type { JobHandler } from '../worker.ts'

/** Permanently deletes the spaces that have been in the trash for 7 days. */
export const purgeTrashHandler: JobHandler<'purge-trash'> = async (service, _, stop) => {
  const purged = await purgeTrash(service, stop)
  if (purged > 0) service.log.info({ purged }, 'the trash was purged')
}
