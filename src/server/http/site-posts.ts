import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { type Asker, told, voted } from '../publishing/insights-told.ts'
import type { Sites } from '../publishing/sites.ts'
import { siteUrls } from '../publishing/visit.ts'
import { newRateLimit } from './rate-limit.ts'
import { type AskedAt, type ProxiedOf, placeOf } from './site-asked.ts'
import { type CssAt, keepIn, noSite, readerPolicy, refuse, sendOn } from './site-pages.ts'

/** What readers send to a site: the password of a share link, what they think of a page, what its script tells. */
const unlockPath = '/~unlock'
const feedbackPath = '/~feedback'
const insightsPath = '/~insights'

/** Largest of them, in bytes. */
const mostBytes = 4096
/** How many of each of the last two come from one address in a minute: a whole office may read behind one. */
const mostAMinute = 600

/** Requests at host names of sites, where these paths stand at the root. */
const atHosts = new WeakMap<FastifyRequest, AskedAt>()

/** Lets a request at the host name of a site through to what takes it; false where nothing does. */
export function isPosted(request: FastifyRequest, at: AskedAt): boolean {
  if (request.method !== 'POST' || ![unlockPath, feedbackPath, insightsPath].includes(at.path)) return false
  atHosts.set(request, at)
  return true
}

type Take = (request: FastifyRequest, reply: FastifyReply, at: AskedAt) => Promise<FastifyReply>

export async function mountPosts(
  app: FastifyInstance,
  service: Service,
  { sites, css, proxied }: { readonly sites: Sites; readonly css: CssAt; readonly proxied: ProxiedOf },
): Promise<void> {
  app.addHook('onClose', () => sites.insights.flush())
  const takers = {
    [unlockPath]: unlocking(service, sites, css),
    [feedbackPath]: voting(service, sites, css),
    [insightsPath]: hearing(service, sites),
  }
  await app.register(async (posts) => {
    const type = 'application/x-www-form-urlencoded'
    posts.addContentTypeParser(type, { parseAs: 'string', bodyLimit: mostBytes }, (_, text, done) =>
      done(null, new URLSearchParams(String(text))),
    )
    for (const [path, take] of Object.entries(takers)) {
      posts.post(`/sites/:basename${path}`, { bodyLimit: mostBytes }, (request, reply) =>
        take(request, reply, placeOf(request)),
      )
      const takeAt = (request: FastifyRequest, reply: FastifyReply, at: AskedAt | null | undefined) =>
        at ? take(request, reply, at) : refuse(reply, 404, noSite(css({})))
      posts.post(path, { bodyLimit: mostBytes }, (request, reply) =>
        takeAt(request, reply, atHosts.get(request)),
      )
      posts.post(`/proxied/:siteId${path}`, { bodyLimit: mostBytes }, async (request, reply) =>
        takeAt(request, reply, await proxied(request)),
      )
    }
    // What is only tried out takes a vote and forgets it.
    posts.post(`/preview/:key/sites/:basename${feedbackPath}`, (_, reply) => reply.code(204).send())
  })
}

const questionOf = (request: FastifyRequest, at: AskedAt) => ({
  ...at,
  query: new URLSearchParams(),
  cookies: request.cookies,
  wantsJson: false,
})

const formOf = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams()

const unlocking =
  (service: Service, sites: Sites, css: CssAt): Take =>
  async (request, reply, at) => {
    const given = formOf(request)
    const to = given.get('to') ?? ''
    const answer = await sites.unlock(questionOf(request, at), given.get('password') ?? '', to)
    reply.header('cache-control', 'no-store')
    if (answer?.kind === 'redirect') return sendOn(service, reply, answer)
    if (answer?.kind === 'door') return refuse(reply, answer.status, answer.page)
    return refuse(reply, 404, noSite(css(at)))
  }

/** Refuses what did not come from a page of the site, and what comes too often. */
function admitting({ config, urls, now }: Service): (request: FastifyRequest, at: AskedAt) => void {
  const rate = newRateLimit(config.rateLimit === 0 ? 0 : mostAMinute)
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
function hearing(service: Service, sites: Sites): Take {
  const admit = admitting(service)
  return async (request, reply, at) => {
    admit(request, at)
    const read = told.safeParse(request.body)
    if (!read.success) throw new DomainError('validation', 'This is nothing that pages tell')
    const heard = await sites.hear(questionOf(request, at), askerOf(request), read.data)
    reply.header('cache-control', 'no-store')
    if (heard === undefined) throw new DomainError('not_found', 'There is no such site')
    keepIn(service, reply, heard)
    return reply.code(204).send()
  }
}

/** Takes the form at the end of a page; a script is answered nothing, a reader without it is thanked. */
function voting(service: Service, sites: Sites, css: CssAt): Take {
  const admit = admitting(service)
  return async (request, reply, at) => {
    admit(request, at)
    const read = voted.safeParse(Object.fromEntries(formOf(request)))
    const { at: page } = request.query as { readonly at?: unknown }
    if (!read.success || typeof page !== 'string') {
      throw new DomainError('validation', 'Say “good”, “ok” or “bad”, and why in at most 512 characters')
    }
    const voting = await sites.vote(questionOf(request, at), askerOf(request), page, read.data)
    reply.header('cache-control', 'no-store')
    if (voting === undefined) return refuse(reply, 404, noSite(css(at)))
    if (!request.headers.accept?.includes('text/html')) return reply.code(204).send()
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', readerPolicy)
      .header('x-robots-tag', 'noindex')
      .send(voting.html)
  }
}

/** Who asks, as far as a count needs it. */
export const askerOf = ({ ip, headers }: FastifyRequest): Asker => ({
  ip,
  userAgent: headers['user-agent'] ?? '',
  languages: headers['accept-language'],
  wantsPrivacy: headers.dnt === '1' || headers['sec-gpc'] === '1',
})
