import type { Service } from '../../../context.ts'
import type { ImportServices } from '../../../importing/run.ts'

/** Functions of the domain that imports need, loaded with the first import. */
export async function importServices(service: Service): Promise<ImportServices> {
  const [{ createChangeRequest }, { addImportedRedirects }, specs] = await Promise.all([
    import('../../../domain/change-requests/create.ts'),
    import('../../../domain/site-redirects/imported-redirects.ts'),
    import('../../../domain/openapi-specs/imported-specs.ts'),
  ])
  return {
    createChangeRequest: (tx, request) => createChangeRequest(tx, service, request),
    addRedirects: (tx, input) => addImportedRedirects(tx, service, input),
    specs: (user, stop) => specs.specServices(service, user, stop),
    addSpecs: (tx, user, planned) => specs.addImportedSpecs(tx, service, user, planned),
  }
}
