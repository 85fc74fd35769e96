import type { FastifyInstance } from 'fastify'
import type { Service } from '../context.ts'
import { publicText } from '../domain/openapi-specs/queries.ts'
import { notFound } from '../errors.ts'

/** `GET /openapi/{organizationId}/{specSlug}`: the text of a public OpenAPI specification. */
export function mountPublicSpecs(app: FastifyInstance, { db }: Service): void {
  app.get('/openapi/:organizationId/:specSlug', async (request, reply) => {
    const { organizationId, specSlug } = request.params as Record<'organizationId' | 'specSlug', string>
    const spec = await publicText(db, organizationId, specSlug)
    if (spec === undefined) throw notFound('OpenAPI specification', specSlug)
    return reply
      .type(spec.format === 'json' ? 'application/json; charset=utf-8' : 'application/yaml; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cache-control', 'public, max-age=60')
      .header('etag', `"${spec.hash}"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(spec.text)
  })
}
