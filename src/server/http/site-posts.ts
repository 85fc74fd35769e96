import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { pageFeedback, type Reader, readerEvent } from '../publishing/reader-events.ts'
import type { Sites } from '../publishing/sites.ts'
import { siteUrls } from '../publishing/visit.ts'
import { newRateLimit } from './rate-limit.ts'
import { askHandler } from './site-ask.ts'
import {
  notFoundPage,
  READER_CONTENT_POLICY,
  type StylesheetUrl,
  sendErrorPage,
  sendRedirect,
  setCookies,
} from './site-pages.ts'
import { type ProxiedPathOf, type SitePath, sitePathOf } from './site-paths.ts'

/** Visitors post the password of a share link, feedback about a page, events for insights, and questions. */
const unlockPath = '/~unlock'
const feedbackPath = '/~feedback'
const insightsPath = '/~insights'
const askPath = '/~ask'

const MAX_BODY_BYTES = 4096
/** Feedback and events per IP address, which a whole office may share. */
const MAX_POSTS_PER_MINUTE = 600

/** Requests at custom hostnames, where these paths are at the root. */
const postsAtHostnames = new WeakMap<FastifyRequest, SitePath>()

/** Marks a request at a custom hostname for the routes below; false for any other request. */
export function isSitePost(request: FastifyRequest, at: SitePath): boolean {
  if (request.method !== 'POST' || ![unlockPath, feedbackPath, insightsPath, askPath].includes(at.path))
    return false
  postsAtHostnames.set(request, at)
  return true
}

type PostHandler = (request: FastifyRequest, reply: FastifyReply, at: SitePath) => Promise<FastifyReply>

export async function mountSitePosts(
  app: FastifyInstance,
  service: Service,
  {
    sites,
    css,
    proxiedPath,
  }: { readonly sites: Sites; readonly css: StylesheetUrl; readonly proxiedPath: ProxiedPathOf },
): Promise<void> {
  app.addHook('onClose', () => sites.insights.flush())
  const handlers = {
    [unlockPath]: unlockHandler(service, sites, css),
    [feedbackPath]: feedbackHandler(service, sites, css),
    [insightsPath]: insightsHandler(service, sites),
    [askPath]: askHandler(service, sites, expectOwnPage(service)),
  }
  await app.register(async (posts) => {
    const type = 'application/x-www-form-urlencoded'
    posts.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_, text, done) =>
      done(null, new URLSearchParams(String(text))),
    )
    for (const [path, handle] of Object.entries(handlers)) {
      posts.post(`/sites/:basename${path}`, { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
        handle(request, reply, sitePathOf(request)),
      )
      const handleAt = (request: FastifyRequest, reply: FastifyReply, at: SitePath | null | undefined) =>
        at ? handle(request, reply, at) : sendErrorPage(reply, 404, notFoundPage(css({})))
      posts.post(path, { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
        handleAt(request, reply, postsAtHostnames.get(request)),
      )
      posts.post(`/proxied/:siteId${path}`, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) =>
        handleAt(request, reply, await proxiedPath(request)),
      )
    }
    // Previews accept feedback without storing it.
    posts.post(`/preview/:key/sites/:basename${feedbackPath}`, (_, reply) => reply.code(204).send())
  })
}

const siteRequestOf = (request: FastifyRequest, at: SitePath) => ({
  ...at,
  query: new URLSearchParams(),
  cookies: request.cookies,
  wantsJson: false,
})

const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

const unlockHandler =
  (service: Service, sites: Sites, css: StylesheetUrl): PostHandler =>
  async (request, reply, at) => {
    const form = formOf(request)
    const to = form.get('to') ?? ''
    const response = await sites.unlock(siteRequestOf(request, at), form.get('password') ?? '', to)
    reply.header('cache-control', 'no-store')
    if (response?.kind === 'redirect') return sendRedirect(service, reply, response)
    if (response?.kind === 'access-page') return sendErrorPage(reply, response.status, response.page)
    return sendErrorPage(reply, 404, notFoundPage(css(at)))
  }

type PostCheck = (request: FastifyRequest, at: SitePath) => void

/** Rejects posts from other origins. */
const expectOwnPage =
  ({ urls }: Service): PostCheck =>
  (request, at) => {
    const { origin } = request.headers
    const hosts = [request.host, new URL(siteUrls(urls, at).base).host]
    const from = origin === undefined ? null : URL.parse(origin)
    if (from === null || !hosts.includes(from.host)) {
      throw new DomainError('forbidden', 'Only the pages of the site can send this')
    }
  }

/** Rejects posts from other origins and those over the rate limit. */
function postGuard(service: Service): PostCheck {
  const { config, now } = service
  const rate = newRateLimit(service, 'site posts', config.rateLimit === 0 ? 0 : MAX_POSTS_PER_MINUTE)
  const expectOrigin = expectOwnPage(service)
  return (request, at) => {
    expectOrigin(request, at)
    const state = rate(request.ip, now().getTime())
    if (state?.over) {
      const retryAfter = Math.max(1, state.resetAt - Math.floor(now().getTime() / 1000))
      throw new DomainError('rate_limited', 'Too many requests from this address. Try again in a minute', {
        retryAfter,
      })
    }
  }
}

/** Responds with 204, since the script of a page ignores the response. */
function insightsHandler(service: Service, sites: Sites): PostHandler {
  const check = postGuard(service)
  return async (request, reply, at) => {
    check(request, at)
    const event = readerEvent.safeParse(request.body)
    if (!event.success) throw new DomainError('validation', 'This isn’t a valid event')
    const recorded = await sites.recordEvent(siteRequestOf(request, at), readerOf(request), event.data)
    reply.header('cache-control', 'no-store')
    if (recorded === undefined) throw new DomainError('not_found', 'This site doesn’t exist')
    setCookies(service, reply, recorded)
    return reply.code(204).send()
  }
}

/** Records the feedback form at the end of a page. Only visitors without JavaScript get a page in response. */
function feedbackHandler(service: Service, sites: Sites, css: StylesheetUrl): PostHandler {
  const check = postGuard(service)
  return async (request, reply, at) => {
    check(request, at)
    const feedback = pageFeedback.safeParse(Object.fromEntries(formOf(request)))
    const { at: page } = request.query as { readonly at?: unknown }
    if (!feedback.success || typeof page !== 'string') {
      throw new DomainError(
        'validation',
        'Send “good”, “ok” or “bad”, and a comment of 512 characters or fewer',
      )
    }
    const result = await sites.recordFeedback(
      siteRequestOf(request, at),
      readerOf(request),
      page,
      feedback.data,
    )
    reply.header('cache-control', 'no-store')
    if (result === undefined) return sendErrorPage(reply, 404, notFoundPage(css(at)))
    if (!request.headers.accept?.includes('text/html')) return reply.code(204).send()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', READER_CONTENT_POLICY)
      .header('x-robots-tag', 'noindex')
      .send(result.html)
  }
}

/** What insights need to know about the visitor. */
export const readerOf = ({ ip, headers }: FastifyRequest): Reader => ({
  ip,
  userAgent: headers['user-agent'] ?? '',
  languages: headers['accept-language'],
  wantsPrivacy: headers.dnt === '1' || headers['sec-gpc'] === '1',
})
