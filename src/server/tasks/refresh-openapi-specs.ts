import type { Task } from '../jobs/worker.ts'

/** Has the OpenAPI specifications read again that were last read from their addresses some hours ago. */
export const refreshOpenapiSpecsTask: Task<'refresh-openapi-specs'> = async (service) => {
  const { refreshDue } = await import('../domain/openapi-specs/read.ts')
  const due = await refreshDue(service)
  if (due > 0) service.log.info({ due }, 'OpenAPI specifications are read again')
}
