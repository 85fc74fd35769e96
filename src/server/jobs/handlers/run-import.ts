import type { JobHandler } from '../worker.ts'

/**
 * Runs one import, again if the service stopped in the middle of it. The import modules are loaded with the first one:
 * a service that imports nothing starts faster and smaller without them.
 */
export const runImportHandler: JobHandler<'run-import'> = async (service, payload, stop) => {
  const [{ runImport }, { createChangeRequest }, { addImportedRedirects }] = await Promise.all([
    import('../../importing/run.ts'),
    import('../../domain/change-requests/create.ts'),
    import('../../domain/site-redirects/imported-redirects.ts'),
  ])
  return runImport(service, payload, stop, {
    createChangeRequest: (tx, request) => createChangeRequest(tx, service, request),
    addRedirects: (tx, input) => addImportedRedirects(tx, service, input),
  })
}
