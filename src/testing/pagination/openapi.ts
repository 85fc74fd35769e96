import { api } from '#contract/api.ts'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import { insertVersion } from '#server/domain/openapi-specs/processing-queries.ts'
import { newId } from '#server/ids.ts'
import { type ListFixtures, ROWS, repeat, type Setup } from './setup.ts'

export async function openapi({ app, call, inOrganization: params }: Setup): Promise<ListFixtures> {
  let specs = 0
  const aSpec = async () => {
    const slug = `pets-${specs++}`
    const { id } = await call(api.openapiSpecs.create, { params, body: { slug, source: { text: 'none' } } })
    const path = { params: { ...params, specSlug: slug } }
    return { id, slug, undo: () => call(api.openapiSpecs.delete, path) }
  }
  const [spec] = await repeat(ROWS, aSpec)
  if (spec === undefined) throw new Error('Nothing to list')
  const operation = (n: number): ApiOperation => ({
    method: 'get',
    path: `/pets/${n}`,
    tags: [],
    security: [],
    parameters: [],
    responses: [],
  })
  let versions = 0
  const aVersion = async () => {
    const id = newId()
    const version = { id, hash: String(versions), sourceUrl: null, title: null, apiVersion: null }
    const texts = { format: 'json' as const, text: '{}', documents: {} }
    const operations = Array.from({ length: ROWS }, (_, n) => operation(n))
    const now = new Date(1_700_000_000_000 + versions++)
    await insertVersion(
      app.db as never,
      { organizationId: params.organizationId, specId: spec.id },
      { ...version, ...texts, operations, schemas: [], now },
    )
    return () => app.db.deleteFrom('openapi_spec_version').where('id', '=', id).execute()
  }
  await repeat(ROWS, aVersion)
  const { id: spaceId } = await call(api.spaces.create, { params, body: { title: 'Interface' } })
  const aUse = async () => {
    const markdown = `{% openapi-operation spec="${spec.slug}" path="/pets/1" method="get" %}`
    const { changes } = await call(api.spaceContent.edit, {
      params: { spaceId },
      body: { changes: [{ operation: 'insert_page', title: 'Pets', document: { markdown } }] },
    })
    const [page] = changes.flatMap((change) => (change.object === 'created_page' ? [change.page.id] : []))
    return () =>
      call(api.spaceContent.edit, {
        params: { spaceId },
        body: { changes: [{ operation: 'delete_page', page: page ?? '' }] },
      })
  }
  await repeat(ROWS, aUse)
  const ofSpec = { ...params, specSlug: spec.slug }
  return {
    listOpenAPISpecs: { params, addRow: async () => (await aSpec()).undo },
    listOpenAPISpecVersions: { params: ofSpec, addRow: aVersion },
    // Operations are only added with a version.
    listOpenAPIOperations: { params: ofSpec },
    listOpenAPISpecUses: { params: ofSpec, addRow: aUse },
  }
}
