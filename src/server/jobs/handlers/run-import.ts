import type { JobHandler } from '../worker.ts'
import { importServices } from './imports/import-services.ts'

/**
 * Runs one import, again if the service stopped in the middle of it. The import modules are loaded with the first one:
 * a service that imports nothing starts faster and smaller without them.
 */
export const runImportHandler: JobHandler<'run-import'> = async (service, payload, stop) => {
  const [{ runImport }, services] = await Promise.all([
    import('../../importing/run.ts'),
    importServices(service),
  ])
  return runImport(service, payload, stop, services)
}
