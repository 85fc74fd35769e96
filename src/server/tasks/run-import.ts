import type { Task } from '../jobs/worker.ts'

/**
 * Does one import; begun again when the service stopped in the middle of it. What imports need is loaded with
 * the first one: a start that imports nothing is quicker and smaller without.
 */
export const runImportTask: Task<'run-import'> = async (service, payload, stop) => {
  const [{ runImport }, { openRequest }, { takeRedirects }] = await Promise.all([
    import('../importing/run.ts'),
    import('../domain/change-requests/open.ts'),
    import('../domain/site-redirects/taking-over.ts'),
  ])
  return runImport(service, payload, stop, {
    openRequest: (tx, request) => openRequest(tx, service, request),
    takeRedirects: (tx, brought) => takeRedirects(tx, service, brought),
  })
}
