import type { Task } from '../jobs/worker.ts'

/** Reads one OpenAPI specification from its source; what that needs is loaded with the first. */
export const readOpenapiSpecTask: Task<'read-openapi-spec'> = async (service, payload, stop) => {
  const { readSpecification } = await import('../domain/openapi-specs/read.ts')
  await readSpecification(service, payload, stop)
}
