import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from './errors.ts'

/** The dashboard's pages only load resources of this service. */
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

/** Paths that never belong to the dashboard. */
const NON_DASHBOARD_PATHS = /^\/(v1|auth|files|sites|preview|reader|assets)(\/|$)/

/** Folders of the build. */
const FOLDERS = ['assets', 'fonts']

/**
 * Serves the built dashboard: hashed files with a cache time of one year, and its page for all remaining paths. Without
 * a build it responds with an error.
 */
export async function mountDashboard(app: FastifyInstance, root: string): Promise<void> {
  const page = join(root, 'index.html')
  const built = existsSync(page)
  if (built) {
    await serveFiles(app, root)
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

async function serveFiles(app: FastifyInstance, root: string): Promise<void> {
  const options: FastifyStaticOptions = {
    root,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) => {
      const hashed = path.includes('/assets/')
      response.header(
        'cache-control',
        hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      )
    },
  }
  // A route per file, for hundreds of files, would take a tenth of a start.
  const ignored = FOLDERS.map((folder) => `${folder}/**`)
  await app.register(serveStatic, { ...options, wildcard: false, globIgnore: [...ignored, '*.{br,gz}'] })
  for (const folder of FOLDERS) {
    await app.register(serveStatic, {
      ...options,
      root: join(root, folder),
      prefix: `/${folder}/`,
      decorateReply: false,
    })
  }
}

const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !NON_DASHBOARD_PATHS.test(url.split('?')[0] ?? '') &&
  (headers.accept ?? '*/*').match(/text\/html|\*\/\*/) !== null

const nothingAt = (request: FastifyRequest, reply: FastifyReply) =>
  sendError(reply, { type: 'not_found', message: `There is nothing at ${request.url.split('?')[0]}` })
