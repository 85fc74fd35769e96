import { api } from '#contract/api.ts'
import type { TestApp } from './app.ts'

/** A specification with two operations. */
export const pets = (summary = 'List pets', version = '1.0.0') => `openapi: 3.1.0
info: { title: Pet store, version: ${version} }
servers: [{ url: /v2 }]
paths:
  /pets:
    get:
      summary: ${summary}
      tags: [Pets]
      responses: { '200': { description: All of them } }
    post:
      tags: [Pets]
      deprecated: true
      responses: { '201': { description: Made } }
`

/** An organization with operations on its specifications. */
export async function anOrganizationWithSpecs(app: TestApp) {
  const { organizationId, admin } = await app.anOrganization()
  const call = app.as(admin)
  const params = { organizationId }
  const one = (specSlug: string) => ({ params: { ...params, specSlug } })
  const add = (slug: string, source: { url: string } | { text: string }) =>
    call(api.openapiSpecs.create, { params, body: { slug, source } })
  const get = (slug: string) => call(api.openapiSpecs.get, one(slug))
  const auditEvents = async () => {
    const { items } = await call(api.auditEvents.list, { params, query: {} })
    return items.map(({ action }) => action).filter((action) => action.startsWith('openapi-spec.'))
  }
  return { organizationId, admin, call, params, one, add, get, auditEvents }
}
