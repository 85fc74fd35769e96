import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { LRUCache } from 'lru-cache'
import { siteHostname } from '#contract/sites.ts'
import type { Service } from '../context.ts'
import { newId } from '../ids.ts'
import { READER_COOKIE } from '../publishing/insights.ts'
import type { PageResponse } from '../publishing/known-responses.ts'
import type { Encoding } from '../publishing/response-bodies.ts'
import type { SiteRequest } from '../publishing/site-request.ts'
import type { Sites } from '../publishing/sites.ts'
import { isClosing } from './close.ts'
import type { CountRequest } from './metrics.ts'
import { HSTS } from './security-headers.ts'
import { encodingOf, headersOf, matchesEtag, REVALIDATED } from './site-headers.ts'

/** About as many pages as the cache of responses can hold. */
const MAX_ADDRESSES = 2_000
/** A page below the site; its root has its own route. */
const PAGE_PATH = /^\/sites\/([a-z0-9-]+)(\/[^?#]*)$/
const ROUTE = '/sites/:basename/*'

type WarmPages = { readonly sites: Sites; readonly countRequest: CountRequest }

/**
 * Answers requests for published pages whose response is known, before the framework sees them, with the same headers and
 * the same look at the database. Everything else goes on: the first request for a page, those whose response may
 * depend on the visitor, and all while requests are traced or the service stops.
 */
export function answerWarmPages(app: FastifyInstance, service: Service, warm: WarmPages): void {
  const [handle] = app.server.listeners('request') as RequestListener[]
  if (handle === undefined || service.tracing !== undefined) return
  const isOwn = ownHosts(service)
  const seen = new LRUCache<string, true>({ max: MAX_ADDRESSES })
  const answer = answerOf(service, warm)
  app.server.off('request', handle)
  app.server.on('request', (request, response) => {
    const address = request.url ?? ''
    const known = isPlain(request) && isOwn(request) && !isClosing(app) ? PAGE_PATH.exec(address) : null
    if (known === null) return handle(request, response)
    if (!seen.has(address)) {
      seen.set(address, true)
      return handle(request, response)
    }
    const [, basename = '', path = ''] = known
    const startedAt = performance.now()
    // Whatever fails before the response has begun, the framework meets again and answers.
    const goOn = () => (response.headersSent ? response.destroy() : handle(request, response))
    const answerKnown = (page: PageResponse | undefined) => {
      if (page !== undefined) return answer(request, response, page, startedAt)
      seen.delete(address)
      return handle(request, response)
    }
    warm.sites
      .known(siteRequest(request, basename, path))
      .then(answerKnown)
      .catch(goOn)
  })
}

/** Whether the response depends on nothing but the address, the language and the encoding. */
function isPlain({ method, headers }: IncomingMessage): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false
  if (headers.cookie !== undefined && !isReaderCookie(headers.cookie)) return false
  return !headers.accept?.includes('application/json')
}

const isReaderCookie = (cookie: string): boolean =>
  cookie.startsWith(`${READER_COOKIE}=`) && !cookie.includes(';')

const NO_QUERY = new URLSearchParams()
const NO_COOKIES = {}

const siteRequest = ({ headers }: IncomingMessage, basename: string, path: string): SiteRequest => ({
  basename,
  path,
  query: NO_QUERY,
  cookies: NO_COOKIES,
  acceptLanguage: headers['accept-language'],
  wantsJson: false,
})

/** Whether a request is for the service itself, and not for the custom hostname of a site or through a proxy that says so. */
function ownHosts({ urls, config }: Pick<Service, 'urls' | 'config'>): (request: IncomingMessage) => boolean {
  const own = new URL(urls.base).hostname
  const isSecure = urls.base.startsWith('https:')
  const isProxied = config.trustProxy.length > 0
  const known = new LRUCache<string, boolean>({ max: 100 })
  const isOwn = (host: string): boolean => {
    const hostname = host.replace(/:\d+$/, '').toLowerCase()
    return hostname === own || !siteHostname.safeParse(hostname).success
  }
  return ({ headers }) => {
    const { host = '' } = headers
    if (isProxied && (headers['x-forwarded-host'] ?? host) !== host) return false
    // Over plain HTTP, the protocol of the client decides about a header.
    if (isProxied && !isSecure && headers['x-forwarded-proto'] !== undefined) return false
    const answer = known.get(host) ?? isOwn(host)
    known.set(host, answer)
    return answer
  }
}

function answerOf({ urls }: Pick<Service, 'urls'>, { sites, countRequest }: WarmPages) {
  const common = [
    ...['x-content-type-options', 'nosniff'],
    ...(urls.base.startsWith('https:') ? ['strict-transport-security', HSTS] : []),
  ]
  const prepared = new WeakMap<PageResponse, Partial<Record<string, Prepared>>>()

  /** Headers do not change while the response is known, so they are put together once for each encoding. */
  function prepare(page: PageResponse, encoding: Encoding | null): Prepared {
    const all = prepared.get(page) ?? {}
    prepared.set(page, all)
    const key = encoding ?? ''
    const made = all[key] ?? preparedHeaders(page, encoding, common)
    all[key] = made
    return made
  }

  return async (
    request: IncomingMessage,
    response: ServerResponse,
    page: PageResponse,
    startedAt: number,
  ) => {
    const { body } = page
    const { method = 'GET', headers } = request
    const encoding = encodingOf(body, headers['accept-encoding'])
    const { always, described } = prepare(page, encoding)
    const requestId = `req_${newId()}`
    const isUnchanged = matchesEtag(headers['if-none-match'], body.hash)
    const bytes =
      encoding === null || isUnchanged ? body.bytes : await sites.bodies.compressed(body, encoding)
    const status = isUnchanged ? 304 : 200
    const length = isUnchanged ? [] : [...described, 'content-length', String(bytes.length)]
    response.writeHead(status, ['x-request-id', requestId, ...always, ...length])
    response.end(isUnchanged || method === 'HEAD' ? undefined : bytes, () =>
      countRequest({ method, route: ROUTE, status, ms: performance.now() - startedAt, requestId }),
    )
  }
}

/** Headers of every response, and those of one with bytes, as names and values in turn. */
type Prepared = { readonly always: readonly string[]; readonly described: readonly string[] }

function preparedHeaders(page: PageResponse, encoding: Encoding | null, common: readonly string[]): Prepared {
  const headers = { 'cache-control': REVALIDATED, vary: 'Accept-Encoding', ...headersOf(page, encoding) }
  return {
    always: [...common, ...Object.entries(headers).flat()],
    described: [
      ...['content-type', page.body.type],
      ...(encoding === null ? [] : ['content-encoding', encoding]),
    ],
  }
}
