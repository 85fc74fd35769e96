import type { JobHandler } from '../worker.ts'
import { importServices } from './imports/import-services.ts'

/** Creates the pages of an API reference whose specification was missing when it was imported. */
export const createReferencePagesHandler: JobHandler<'create-reference-pages'> = async (
  service,
  payload,
  stop,
) => {
  const [{ createReferencePages }, services] = await Promise.all([
    import('../../importing/create-reference-pages.ts'),
    importServices(service),
  ])
  return createReferencePages(service, payload, stop, services)
}
