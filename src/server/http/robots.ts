import type { FastifyInstance } from 'fastify'

/**
 * The robots.txt of the service: crawlers can read published sites, but not the dashboard and the API. It does not list
 * the sites; each has its own sitemap.
 */
export function mountRobots(app: FastifyInstance): void {
  app.get('/robots.txt', (_, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(rules),
  )
}

const rules = `User-agent: *
Allow: /sites/
Disallow: /sites/*.pdf$
Allow: /reader/
Allow: /files/
Disallow: /
`
