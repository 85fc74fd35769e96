import type { JobHandler } from '../worker.ts'

/** Reads one OpenAPI specification from its source; its modules are loaded with the first. */
export const readOpenapiSpecHandler: JobHandler<'read-openapi-spec'> = async (service, payload, stop) => {
  const { readSpecification } = await import('../../domain/openapi-specs/import-source.ts')
  await readSpecification(service, payload, stop)
}
