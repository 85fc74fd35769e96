import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '../errors.ts'
import { type CrawlScope, mayBePage, scopeOf } from './crawl-scope.ts'
import { type FetchResult, type OutsideFetch, upstream } from './fetch.ts'
import type { OnProgress } from './plan.ts'
import { type Robots, robotsOf } from './robots.ts'
import { sitemapAddresses } from './sitemap.ts'

/** Limits of one crawl; what exceeds them is reported and does not fail the import. */
export type CrawlLimits = {
  readonly pages: number
  readonly bytes: number
  readonly pageBytes: number
  readonly ms: number
}

export const CRAWL_LIMITS: CrawlLimits = {
  pages: 1000,
  bytes: 200 * 1_048_576,
  pageBytes: 5 * 1_048_576,
  ms: 10 * 60_000,
}

/** A parsed page. URLs are absolute. */
export type ReadPage<P> = {
  readonly page: P
  readonly links: readonly string[]
  readonly canonical: string | null
}

export type CrawlResult<P> = {
  readonly scope: CrawlScope
  /** By key, in the order of discovery, starting with the first page. */
  readonly pages: ReadonlyMap<string, { readonly url: string; readonly page: P }>
  /** Keys of redirects and canonical URLs, with the key of the actual page. */
  readonly aliases: ReadonlyMap<string, string>
  /** Keys of linked pages that do not exist. */
  readonly missing: ReadonlySet<string>
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** The remaining bytes and the end time for reading images. */
  readonly bytesLeft: number
  readonly endsAt: number
}

type CrawlJob<P> = {
  readonly start: string
  readonly fetch: OutsideFetch
  readonly read: (fetched: FetchResult) => Promise<ReadPage<P>> | ReadPage<P>
  readonly limits: CrawlLimits
  readonly onProgress: OnProgress
  readonly signal: AbortSignal
}

const TYPES = ['text/html', 'application/xhtml+xml']
const CONCURRENCY = 4

/**
 * Reads a site breadth first from one URL, within its path, its robots.txt and the limits. Throws `upstream` if the
 * first page cannot be read or robots.txt forbids it; other failed pages are reported.
 */
export async function crawl<P>(job: CrawlJob<P>): Promise<CrawlResult<P>> {
  const { start, fetch, limits, signal } = job
  const endsAt = Date.now() + limits.ms
  const first = await fetch.get(start, { types: TYPES, maxBytes: limits.pageBytes, signal })
  const scope = scopeOf(new URL(start), new URL(first.url))
  const robots = await robotsOf(fetch, scope.origin, signal)
  if (!robots.allows(first.url)) throw upstream(start, 'its robots.txt forbids reading it')
  const state = newCrawlState<P>(scope, first.bytes.length)
  const startKey = scope.keyOf(new URL(first.url)) ?? first.url
  state.seen.add(startKey)
  await addPage(job, state, startKey, first)
  for (const url of await sitemapUrls(job, scope, robots)) enqueue(state, url)
  await readQueue(job, state, { robots, endsAt })
  return { ...state, bytesLeft: limits.bytes - state.bytes, endsAt }
}

type CrawlState<P> = {
  readonly scope: CrawlScope
  readonly pages: Map<string, { url: string; page: P }>
  readonly aliases: Map<string, string>
  readonly missing: Set<string>
  readonly skipped: { path: string; reason: string }[]
  readonly seen: Set<string>
  readonly queue: { key: string; url: string }[]
  bytes: number
}

const newCrawlState = <P>(scope: CrawlScope, bytes: number): CrawlState<P> => ({
  scope,
  pages: new Map(),
  aliases: new Map(),
  missing: new Set(),
  skipped: [],
  seen: new Set(),
  queue: [],
  bytes,
})

async function sitemapUrls<P>(
  { fetch, limits, signal }: CrawlJob<P>,
  { origin, folder }: CrawlScope,
  robots: Robots,
) {
  const defaults = [`${origin}/sitemap.xml`, `${origin}${folder}sitemap.xml`]
  const isAllowed = (sitemap: URL) => sitemap.origin === origin && robots.allows(sitemap.href)
  return sitemapAddresses(fetch, [...robots.sitemaps, ...defaults], {
    limit: limits.pages * 2,
    signal,
    isAllowed,
  })
}

async function readQueue<P>(
  job: CrawlJob<P>,
  state: CrawlState<P>,
  { robots, endsAt }: { robots: Robots; endsAt: number },
): Promise<void> {
  const atOnce = robots.delay > 0 ? 1 : CONCURRENCY
  for (let batch = state.queue.splice(0, atOnce); batch.length > 0; batch = state.queue.splice(0, atOnce)) {
    const { size } = state.pages
    await job.onProgress({ phase: 'reading', done: size, total: size + batch.length + state.queue.length })
    const reason = limitReached(job.limits, state, endsAt)
    if (reason !== null) return skipAll(state, [...batch, ...state.queue], reason)
    if (robots.delay > 0) await pause(robots.delay, undefined, { signal: job.signal })
    const room = job.limits.pages - state.pages.size
    state.queue.unshift(...batch.splice(room))
    const answers = await Promise.all(batch.map((one) => fetchPage(job, state, robots, one.url)))
    for (const [index, { key, url }] of batch.entries())
      await recordAnswer(job, state, { key, url }, answers[index])
  }
}

function limitReached<P>(limits: CrawlLimits, state: CrawlState<P>, endsAt: number): string | null {
  if (state.pages.size >= limits.pages) return `An import can have up to ${limits.pages} pages`
  if (state.bytes >= limits.bytes)
    return `An import can read up to ${Math.round(limits.bytes / 1_048_576)} MB`
  return Date.now() >= endsAt ? `An import can take up to ${Math.round(limits.ms / 60_000)} minutes` : null
}

function skipAll<P>({ skipped }: CrawlState<P>, remaining: readonly { url: string }[], reason: string): void {
  for (const { url } of remaining) skipped.push({ path: url, reason })
}

async function fetchPage<P>(
  { fetch, limits, signal }: CrawlJob<P>,
  { scope }: CrawlState<P>,
  robots: Robots,
  url: string,
): Promise<FetchResult | DomainError> {
  if (!robots.allows(url)) return upstream(url, 'robots.txt forbids reading it')
  const refuse = (next: URL) => {
    if (scope.keyOf(next) === null) return 'it redirects to a page outside the import'
    return robots.allows(next.href) ? null : 'robots.txt forbids reading where it redirects to'
  }
  try {
    return await fetch.get(url, { types: TYPES, maxBytes: limits.pageBytes, signal, refuse })
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

async function recordAnswer<P>(
  job: CrawlJob<P>,
  state: CrawlState<P>,
  { key, url }: { key: string; url: string },
  answer: FetchResult | DomainError | undefined,
): Promise<void> {
  if (answer === undefined) return
  if (answer instanceof DomainError) {
    if (answer.details?.status === 404 || answer.details?.status === 410) state.missing.add(key)
    state.skipped.push({ path: url, reason: String(answer.details?.reason ?? answer.message) })
    return
  }
  state.bytes += answer.bytes.length
  const final = state.scope.keyOf(new URL(answer.url)) ?? key
  if (final !== key) state.aliases.set(key, final)
  state.seen.add(final)
  if (state.pages.has(final)) return
  try {
    await addPage(job, state, final, answer)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    state.skipped.push({ path: url, reason: String(error.details?.reason ?? error.message) })
  }
}

/** Adds a page under its canonical URL, and queues its links. */
async function addPage<P>(
  job: CrawlJob<P>,
  state: CrawlState<P>,
  key: string,
  fetched: FetchResult,
): Promise<void> {
  const { page, links, canonical } = await job.read(fetched)
  const own = canonicalKey(state, key, canonical)
  if (own !== key) state.aliases.set(key, own)
  state.seen.add(own)
  if (!state.pages.has(own)) state.pages.set(own, { url: fetched.url, page })
  for (const link of links) enqueue(state, link)
}

/** A canonical URL that points to the first page is ignored: some sites set it on every page by mistake. */
function canonicalKey<P>({ scope, pages }: CrawlState<P>, key: string, canonical: string | null): string {
  if (canonical === null || !URL.canParse(canonical)) return key
  const [start] = pages.keys()
  const own = scope.keyOf(new URL(canonical))
  return own === null || own === start || start === undefined ? key : own
}

function enqueue<P>(state: CrawlState<P>, address: string): void {
  if (!URL.canParse(address)) return
  const url = new URL(address)
  const key = state.scope.keyOf(url)
  if (key === null || state.seen.has(key) || !mayBePage(url)) return
  state.seen.add(key)
  url.hash = ''
  url.search = ''
  state.queue.push({ key, url: url.href })
}
