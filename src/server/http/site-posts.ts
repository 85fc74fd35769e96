import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { pageFeedback, type Reader, readerEvent } from '../publishing/reader-events.ts'
import type { Sites } from '../publishing/sites.ts'
import { siteUrls } from '../publishing/visit.ts'
import { newRateLimit } from './rate-limit.ts'
import {
  notFoundPage,
  READER_CONTENT_POLICY,
  type StylesheetUrl,
  sendErrorPage,
  sendRedirect,
  setCookies,
} from './site-pages.ts'
import { type ProxiedPathOf, type SitePath, sitePathOf } from './site-paths.ts'

/** What readers send to a site: the password of a share link, what they think of a page, what its script tells. */
const unlockPath = '/~unlock'
const feedbackPath = '/~feedback'
const insightsPath = '/~insights'

/** Largest of them, in bytes. */
const MAX_BODY_BYTES = 4096
/** How many of each of the last two come from one address in a minute: a whole office may read behind one. */
const MAX_POSTS_PER_MINUTE = 600

/** Requests at host names of sites, where these paths stand at the root. */
const postsAtHostnames = new WeakMap<FastifyRequest, SitePath>()

/** Lets a request at the host name of a site through to what takes it; false where nothing does. */
export function isSitePost(request: FastifyRequest, at: SitePath): boolean {
  if (request.method !== 'POST' || ![unlockPath, feedbackPath, insightsPath].includes(at.path)) return false
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
    proxied,
  }: { readonly sites: Sites; readonly css: StylesheetUrl; readonly proxied: ProxiedPathOf },
): Promise<void> {
  app.addHook('onClose', () => sites.insights.flush())
  const takers = {
    [unlockPath]: unlockHandler(service, sites, css),
    [feedbackPath]: feedbackHandler(service, sites, css),
    [insightsPath]: insightsHandler(service, sites),
  }
  await app.register(async (posts) => {
    const type = 'application/x-www-form-urlencoded'
    posts.addContentTypeParser(type, { parseAs: 'string', bodyLimit: MAX_BODY_BYTES }, (_, text, done) =>
      done(null, new URLSearchParams(String(text))),
    )
    for (const [path, take] of Object.entries(takers)) {
      posts.post(`/sites/:basename${path}`, { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
        take(request, reply, sitePathOf(request)),
      )
      const takeAt = (request: FastifyRequest, reply: FastifyReply, at: SitePath | null | undefined) =>
        at ? take(request, reply, at) : sendErrorPage(reply, 404, notFoundPage(css({})))
      posts.post(path, { bodyLimit: MAX_BODY_BYTES }, (request, reply) =>
        takeAt(request, reply, postsAtHostnames.get(request)),
      )
      posts.post(`/proxied/:siteId${path}`, { bodyLimit: MAX_BODY_BYTES }, async (request, reply) =>
        takeAt(request, reply, await proxied(request)),
      )
    }
    // What is only tried out takes a vote and forgets it.
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
    const given = formOf(request)
    const to = given.get('to') ?? ''
    const answer = await sites.unlock(siteRequestOf(request, at), given.get('password') ?? '', to)
    reply.header('cache-control', 'no-store')
    if (answer?.kind === 'redirect') return sendRedirect(service, reply, answer)
    if (answer?.kind === 'door') return sendErrorPage(reply, answer.status, answer.page)
    return sendErrorPage(reply, 404, notFoundPage(css(at)))
  }

/** Refuses what did not come from a page of the site, and what comes too often. */
function postGuard({ config, urls, now }: Service): (request: FastifyRequest, at: SitePath) => void {
  const rate = newRateLimit(config.rateLimit === 0 ? 0 : MAX_POSTS_PER_MINUTE)
  return (request, at) => {
    const { origin } = request.headers
    const hosts = [request.host, new URL(siteUrls(urls, at).base).host]
    const from = origin === undefined ? null : URL.parse(origin)
    if (from === null || !hosts.includes(from.host)) {
      throw new DomainError('forbidden', 'This is taken from the pages of the site alone')
    }
    const state = rate(request.ip, now().getTime())
    if (state?.over) {
      const retryAfter = Math.max(1, state.resetAt - Math.floor(now().getTime() / 1000))
      throw new DomainError('rate_limited', 'Too much came from this address within a minute', { retryAfter })
    }
  }
}

/** Answers nothing: nobody waits for it. */
function insightsHandler(service: Service, sites: Sites): PostHandler {
  const admit = postGuard(service)
  return async (request, reply, at) => {
    admit(request, at)
    const read = readerEvent.safeParse(request.body)
    if (!read.success) throw new DomainError('validation', 'This is nothing that pages tell')
    const heard = await sites.recordEvent(siteRequestOf(request, at), readerOf(request), read.data)
    reply.header('cache-control', 'no-store')
    if (heard === undefined) throw new DomainError('not_found', 'There is no such site')
    setCookies(service, reply, heard)
    return reply.code(204).send()
  }
}

/** Takes the form at the end of a page; a script is answered nothing, a reader without it is thanked. */
function feedbackHandler(service: Service, sites: Sites, css: StylesheetUrl): PostHandler {
  const admit = postGuard(service)
  return async (request, reply, at) => {
    admit(request, at)
    const read = pageFeedback.safeParse(Object.fromEntries(formOf(request)))
    const { at: page } = request.query as { readonly at?: unknown }
    if (!read.success || typeof page !== 'string') {
      throw new DomainError('validation', 'Say “good”, “ok” or “bad”, and why in at most 512 characters')
    }
    const voting = await sites.recordFeedback(siteRequestOf(request, at), readerOf(request), page, read.data)
    reply.header('cache-control', 'no-store')
    if (voting === undefined) return sendErrorPage(reply, 404, notFoundPage(css(at)))
    if (!request.headers.accept?.includes('text/html')) return reply.code(204).send()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', READER_CONTENT_POLICY)
      .header('x-robots-tag', 'noindex')
      .send(voting.html)
  }
}

/** Who asks, as far as a count needs it. */
export const readerOf = ({ ip, headers }: FastifyRequest): Reader => ({
  ip,
  userAgent: headers['user-agent'] ?? '',
  languages: headers['accept-language'],
  wantsPrivacy: headers.dnt === '1' || headers['sec-gpc'] === '1',
})
