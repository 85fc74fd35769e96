import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from './errors.ts'

/** What the dashboard's pages may load: only what this service sends itself. */
export const dashboardPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self'",
  // Previews of sites.
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Addresses that are never the dashboard's. */
const NON_DASHBOARD_PATHS = /^\/(v1|auth|files|sites|preview|reader|assets)(\/|$)/

/**
 * Serves the built dashboard: hashed files for a year, and its one page for every address that is not somebody
 * else's. Says so plainly when it was not built.
 */
export async function mountDashboard(app: FastifyInstance, root: string): Promise<void> {
  const page = join(root, 'index.html')
  const built = existsSync(page)
  if (built) {
    await app.register(serveStatic, {
      root,
      index: false,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const hashed = path.includes('/assets/')
        response.header(
          'cache-control',
          hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        )
      },
    })
  }
  const html = built ? readFileSync(page, 'utf8') : ''
  app.setNotFoundHandler((request, reply) => {
    if (!wantsPage(request)) return nothingAt(request, reply)
    if (!built)
      return reply.code(503).type('text/plain').send('The dashboard is not built yet: npm run build\n')
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', dashboardPolicy)
      .header('referrer-policy', 'same-origin')
      .header('x-frame-options', 'DENY')
      .send(html)
  })
}

const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !NON_DASHBOARD_PATHS.test(url.split('?')[0] ?? '') &&
  (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null

const nothingAt = (request: FastifyRequest, reply: FastifyReply) =>
  sendError(reply, { type: 'not_found', message: `There is nothing at ${request.url.split('?')[0]}` })
