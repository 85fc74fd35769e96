import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../context.ts'
import type { SiteRequest } from '../publishing/site-request.ts'
import type { Sites } from '../publishing/sites.ts'
import { siteUrls, type Visit } from '../publishing/visit.ts'
import { newRateLimit } from './rate-limit.ts'
import { type ProxiedPathOf, type SitePath, sitePathOf } from './site-paths.ts'

/** Path of a site's MCP server (Model Context Protocol, streamable HTTP without sessions). */
export const mcpPath = '/~mcp'

const MAX_BODY_BYTES = 65_536
/** Per IP address, which a whole office may share. */
const MAX_REQUESTS_PER_MINUTE = 600

/** JSON-RPC 2.0, 5.1: codes that servers may define themselves. */
const REFUSED = -32_000
const INVALID_REQUEST = -32_600

/** Requests at custom hostnames, where the path is at the root. */
const requestsAtHostnames = new WeakMap<FastifyRequest, SitePath>()

/** Marks a request at a custom hostname for the routes below; false for any other path. */
export function isSiteMcp(request: FastifyRequest, at: SitePath): boolean {
  if (at.path !== mcpPath) return false
  requestsAtHostnames.set(request, at)
  return true
}

type McpMounting = { readonly sites: Sites; readonly proxiedPath: ProxiedPathOf }

/** Serves every site as an MCP server, to the same visitors that may read the site. */
export async function mountSiteMcp(
  app: FastifyInstance,
  service: Service,
  { sites, proxiedPath }: McpMounting,
): Promise<void> {
  const handle = mcpHandler(service, sites)
  const locations = {
    [`/sites/:basename${mcpPath}`]: sitePathOf,
    [mcpPath]: (request: FastifyRequest) => requestsAtHostnames.get(request) ?? null,
    [`/proxied/:siteId${mcpPath}`]: proxiedPath,
  }
  await app.register(async (routes) => {
    // The protocol library parses the body, because malformed JSON has its own error in JSON-RPC.
    routes.removeContentTypeParser('application/json')
    routes.addContentTypeParser('application/json', { parseAs: 'string' }, (_, text, done) =>
      done(null, text),
    )
    for (const [url, pathOf] of Object.entries(locations))
      routes.route({
        method: ['GET', 'POST', 'DELETE'],
        url,
        bodyLimit: MAX_BODY_BYTES,
        exposeHeadRoute: false,
        handler: async (request, reply) => handle(request, reply, await pathOf(request)),
      })
  })
}

function mcpHandler(service: Service, sites: Sites) {
  const { config, urls, now, log } = service
  const rate = newRateLimit(service, 'site mcp', config.rateLimit === 0 ? 0 : MAX_REQUESTS_PER_MINUTE)
  return async (request: FastifyRequest, reply: FastifyReply, at: SitePath | null): Promise<FastifyReply> => {
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    if (at === null) return refuse(reply, 404, 'There is no site at this address')
    // Browsers send an origin. Accepting only the site's own prevents DNS rebinding.
    const { origin } = request.headers
    if (origin !== undefined && origin !== new URL(siteUrls(urls, at).base).origin)
      return refuse(reply, 403, 'Requests from other websites are not accepted')
    const state = rate(request.ip, now().getTime())
    if (state?.over) {
      reply.header('retry-after', Math.max(1, state.resetAt - Math.floor(now().getTime() / 1000)))
      return refuse(reply, 429, 'Too many requests within a minute')
    }
    const admission = await sites.visit(siteRequestOf(request, at), bearerOf(request))
    if (admission === undefined) return refuse(reply, 404, 'There is no site at this address')
    if (admission.kind === 'moved') return reply.redirect(admission.href, 308)
    if (admission.kind === 'sign-in-required') {
      reply.header('www-authenticate', 'Bearer')
      return refuse(reply, 401, 'Send the visitor token of this site as `Authorization: Bearer …`')
    }
    if (request.method !== 'POST') {
      reply.header('allow', 'POST')
      return refuse(reply, 405, 'This is an MCP server. Connect an MCP client to this URL')
    }
    const report = (error: unknown) => log.error({ err: error }, 'a request of an MCP client failed')
    return send(reply, await respond(request, admission.visit, report))
  }
}

function siteRequestOf(request: FastifyRequest, at: SitePath): SiteRequest {
  const [, query = ''] = request.url.split(/\?(.*)/s)
  return { ...at, query: new URLSearchParams(query), cookies: request.cookies, wantsJson: true }
}

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1]

/** The library is loaded with the first request. */
async function respond(
  request: FastifyRequest,
  visit: Visit,
  report: (error: unknown) => void,
): Promise<Response> {
  const body = typeof request.body === 'string' ? request.body : ''
  // The protocol has had no batches since 2025-06-18, and a cancelled request in one would never be answered.
  if (body.trimStart().startsWith('['))
    return errorResponse(400, INVALID_REQUEST, 'Send one message per request')
  const [{ newMcpServer }, { WebStandardStreamableHTTPServerTransport }] = await Promise.all([
    import('../publishing/mcp-server.ts'),
    import('@modelcontextprotocol/server'),
  ])
  const server = newMcpServer(visit, report)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    const headers = ['accept', 'content-type', 'mcp-protocol-version'].flatMap((name): [string, string][] => {
      const value = request.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    })
    return await transport.handleRequest(new Request('http://localhost/', { method: 'POST', headers, body }))
  } finally {
    await server.close()
  }
}

const errorResponse = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })

const refuse = (reply: FastifyReply, status: number, message: string): Promise<FastifyReply> =>
  send(reply, errorResponse(status, REFUSED, message))

async function send(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  const text = await response.text()
  const type = response.headers.get('content-type')
  if (type !== null) reply.type(type)
  return reply.code(response.status).send(text)
}
