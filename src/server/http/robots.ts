import type { FastifyInstance } from 'fastify'

/**
 * What crawlers are told at the root of the service: published sites are for them, the dashboard and the interface
 * are not. Which sites there are is told nowhere; each has a list of its own pages.
 */
export function mountRobots(app: FastifyInstance): void {
  app.get('/robots.txt', (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(rules),
  )
}

const rules = `User-agent: *
Allow: /sites/
Allow: /reader/
Allow: /files/
Disallow: /
`
