import { existsSync } from 'node:fs'
import { join } from 'node:path'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { siteHostname } from '#contract/sites.ts'
import { coalesceReads } from '../coalesce-reads.ts'
import type { Service } from '../context.ts'
import { basenameOfHostname } from '../publishing/queries.ts'
import { readerFilesIn, readerFilesPath } from '../publishing/reader-files.ts'
import type { Bodies } from '../publishing/response-bodies.ts'
import type { SiteResponse } from '../publishing/site-response.ts'
import { openSites, type Sites } from '../publishing/sites.ts'
import { readerFilesHref, siteUrls } from '../publishing/visit.ts'
import { TextPoolBusy, TextTooComplex } from '../text-tasks/run.ts'
import { sendFile } from './files.ts'
import type { CountRequest } from './metrics.ts'
import { encodingOf, headersOf, matchesEtag, REVALIDATED } from './site-headers.ts'
import { isSiteMcp, mountSiteMcp } from './site-mcp.ts'
import {
  busyPage,
  notFoundPage,
  type StylesheetUrl,
  sendErrorPage,
  sendRedirect,
  tooComplexPage,
} from './site-pages.ts'
import { pathOf, previewPathOf, proxiedPathOf, type SitePath, sitePathOf } from './site-paths.ts'
import { canPrint, sendPdf } from './site-pdf.ts'
import { isSitePost, mountSitePosts, readerOf } from './site-posts.ts'
import { answerWarmPages } from './warm-pages.ts'

/** The frame that renders diagrams has an opaque origin, inline styles, and scripts from this service only. */
const DIAGRAM_FRAME_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-scripts"

const NOT_BUILT_MESSAGE = 'The pages of sites are not built yet: npm run build\n'

/**
 * Serves published sites at `/sites/{basename}/…`, to proxies at `/proxied/{siteId}/…`, and the built files of their
 * pages at `/reader/…`. Responds with 503 if those files were not built.
 */
export async function mountSites(
  app: FastifyInstance,
  service: Service,
  folder: string,
  countRequest: CountRequest,
): Promise<void> {
  const files = readerFilesIn(folder)
  if (files !== null) await serveFiles(app, folder)
  const css: StylesheetUrl = (at) => `${readerFilesHref(siteUrls(service.urls, at))}/${files?.css}`
  const { config } = service
  const abilities = { canPrint: canPrint(config), canAsk: config.ask !== undefined }
  const sites = files === null ? null : openSites(service, { ...files, ...abilities })
  const answer = sites === null ? sendNotBuilt : siteHandler(service, sites, css, folder)
  for (const url of ['/sites/:basename', '/sites/:basename/*'])
    app.get(url, (request, reply) => answer(request, reply, sitePathOf(request)))
  for (const url of ['/preview/:key/sites/:basename', '/preview/:key/sites/:basename/*'])
    app.get(url, (request, reply) => answer(request, reply, previewPathOf(request)))
  const proxiedPath = proxiedPathOf(service)
  for (const url of ['/proxied/:siteId', '/proxied/:siteId/*'])
    app.get(url, async (request, reply) => {
      const at = await proxiedPath(request)
      return at === null ? sendErrorPage(reply, 404, notFoundPage(css({}))) : answer(request, reply, at)
    })
  if (sites !== null) {
    answerWarmPages(app, service, { sites, countRequest })
    await mountSitePosts(app, service, { sites, css, proxiedPath })
    await mountSiteMcp(app, service, { sites, proxiedPath })
  }
  serveAtHostnames(app, service, answer)
}

type SiteHandler = (request: FastifyRequest, reply: FastifyReply, at: SitePath) => Promise<FastifyReply>

/**
 * At a custom hostname, only the site and the files of its pages are available. The hook runs before routing, so no
 * other route responds there.
 */
function serveAtHostnames(app: FastifyInstance, service: Service, answer: SiteHandler): void {
  const own = new URL(service.urls.base).hostname
  const siteAt = coalesceReads((hostname) => basenameOfHostname(service.db, hostname))
  app.addHook('onRequest', async (request, reply) => {
    const hostname = request.hostname.toLowerCase()
    if (hostname === own || !siteHostname.safeParse(hostname).success) return
    const path = pathOf(request)
    if (path.startsWith(`${readerFilesPath}/`) || path.startsWith('/files/')) return
    const basename = await siteAt(hostname)
    if (basename === null) return
    const at = { basename, hostname, path }
    if (isSitePost(request, at) || isSiteMcp(request, at)) return
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply.code(404).send()
    return answer(request, reply, at)
  })
}

const sendNotBuilt: SiteHandler = async (_, reply) =>
  reply.code(503).header('retry-after', '60').type('text/plain; charset=utf-8').send(NOT_BUILT_MESSAGE)

/** At the service and below every proxied site. File names contain a hash, so their content never changes. */
async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  for (const path of [readerFilesPath, `/proxied/:siteId/~${readerFilesPath.slice(1)}`])
    await serveFilesAt(app, folder, `${path}/`)
}

async function serveFilesAt(app: FastifyInstance, folder: string, prefix: string): Promise<void> {
  await app.register(serveStatic, {
    root: folder,
    prefix,
    decorateReply: false,
    index: false,
    preCompressed: existsSync(join(folder, 'manifest.json.br')),
    allowedPath: (path) => /\.(?:m?js|css|woff2)$|^\/diagrams\.html$/.test(path),
    cacheControl: false,
    setHeaders: (response, path) => {
      const isFrame = /\.html(?:\.\w+)?$/.test(path)
      const lifetime = isFrame ? 'max-age=0, must-revalidate' : 'max-age=31536000, immutable'
      response.header('cache-control', `public, ${lifetime}`)
      if (isFrame) response.header('content-security-policy', DIAGRAM_FRAME_POLICY)
      response.header('access-control-allow-origin', '*')
    },
  })
}

const siteHandler =
  (service: Service, sites: Sites, cssAt: StylesheetUrl, folder: string): SiteHandler =>
  async (request, reply, { preview, ...at }) => {
    const [, query = ''] = request.url.split(/\?(.*)/s)
    const css = cssAt(at)
    const siteRequest = {
      ...at,
      query: new URLSearchParams(query),
      cookies: request.cookies,
      acceptLanguage: request.headers['accept-language'],
      referrer: request.headers.referer,
      wantsJson: wantsJson(request),
      ...(isPageView(request) ? { reader: readerOf(request) } : {}),
    }
    reply.header('cache-control', REVALIDATED)
    reply.header('vary', at.path.startsWith('/~search') ? 'Accept, Accept-Encoding' : 'Accept-Encoding')
    const response = await (preview === undefined
      ? sites.respond(siteRequest)
      : sites.respondToPreview(preview, siteRequest)
    ).catch(pageThatFails)
    if (response === 'too-complex')
      return sendErrorPage(reply.header('retry-after', 600), 503, tooComplexPage(css))
    if (response === 'busy') return sendErrorPage(reply.header('retry-after', 10), 503, busyPage(css))
    if (response === undefined) return sendErrorPage(reply, 404, notFoundPage(css))
    if (response.kind === 'access-page') return sendErrorPage(reply, response.status, response.page)
    if (response.kind === 'redirect') return sendRedirect(service, reply, response)
    if (response.kind === 'file') return sendFile(service, request, reply, response.file, response.isPublic)
    if (response.kind === 'pdf') return sendPdf(service, folder, request, reply, response)
    return sendBody(sites.bodies, request, reply, response)
  }

/** A page that cannot be rendered now is an error page; it affects no other page. */
function pageThatFails(error: unknown): 'too-complex' | 'busy' {
  if (error instanceof TextTooComplex) return 'too-complex'
  if (error instanceof TextPoolBusy) return 'busy'
  throw error
}

/** Whether a browser opens a page. */
const isPageView = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html')

const wantsJson = ({ headers }: FastifyRequest): boolean => {
  const accept = headers.accept ?? ''
  return accept.includes('application/json') && !accept.includes('text/html')
}

async function sendBody(
  bodies: Bodies,
  request: FastifyRequest,
  reply: FastifyReply,
  response: Extract<SiteResponse, { kind: 'body' }>,
): Promise<FastifyReply> {
  const { body, status } = response
  const encoding = encodingOf(body, request.headers['accept-encoding'])
  reply.headers(headersOf(response, encoding))
  if (status === 200 && matchesEtag(request.headers['if-none-match'], body.hash))
    return reply.code(304).send()
  reply.code(status).type(body.type)
  if (encoding === null) return reply.send(body.bytes)
  return reply.header('content-encoding', encoding).send(await bodies.compressed(body, encoding))
}
