import type { JobHandler } from '../worker.ts'
import { importServices } from './imports/import-services.ts'

/** Imports a site with its spaces, again from where it was if the service stopped in the middle of it. */
export const runSiteImportHandler: JobHandler<'run-site-import'> = async (service, payload, stop) => {
  const [{ runSiteImport }, services] = await Promise.all([
    import('../../domain/site-imports/run.ts'),
    importServices(service),
  ])
  return runSiteImport(service, payload, { stop, services })
}
