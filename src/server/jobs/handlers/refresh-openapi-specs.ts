import type { JobHandler } from '../worker.ts'

/** Enqueues another read of the OpenAPI specifications whose source was last read some hours ago. */
export const refreshOpenapiSpecsHandler: JobHandler<'refresh-openapi-specs'> = async (service) => {
  const { refreshDue } = await import('../../domain/openapi-specs/import-source.ts')
  const due = await refreshDue(service)
  if (due > 0) service.log.info({ due }, 'OpenAPI specifications are read again')
}
