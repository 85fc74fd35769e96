import { LRUCache } from 'lru-cache'
import { collections } from '#contract/collections.ts'
import { library } from '#contract/library.ts'
import type { Route } from '#contract/route.ts'
import { search } from '#contract/search.ts'
import { sites } from '#contract/sites.ts'
import { spaces } from '#contract/spaces.ts'

/**
 * Reads that depend only on rows covered by the organization's stamp, on the user and on the URL. Every change of what is
 * searched changes the row of its space in the same transaction.
 */
const CACHED_ROUTES = new Set<Route>([
  spaces.list,
  spaces.get,
  collections.list,
  collections.get,
  library.list,
  sites.list,
  search.organization,
  search.space,
])

/** 24 MiB, including the compressed forms. */
const MAX_BYTES = 24 * 1024 * 1024

/** Identifies a cached response by user, URL and state of the organization. */
type ResponseKey = {
  readonly organizationId: string
  readonly userId: string
  readonly url: string
  readonly stamp: number
}

/** A response as text, with the version of a single object. */
export type CachedResponse = { readonly text: Buffer; readonly version: number | undefined }

/**
 * Responses, cached as text. The stamp is read from the database in the same query as the caller, so a cached response
 * is never older than the last acknowledged change, whichever instance made it.
 */
export type CachedResponses = {
  readonly has: (route: Route) => boolean
  readonly get: (key: ResponseKey) => CachedResponse | undefined
  readonly set: (key: ResponseKey, response: CachedResponse) => void
}

/** The compressed form, which `compress.ts` caches along with the text, is at most a fifth. */
const sizeOf = ({ text }: CachedResponse): number => Math.ceil(text.length * 1.2) + 300

export function newCachedResponses(): CachedResponses {
  const responses = new LRUCache<string, CachedResponse>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  const keyOf = ({ organizationId, userId, url, stamp }: ResponseKey): string =>
    `${organizationId} ${stamp} ${userId} ${url}`
  return {
    has: (route) => CACHED_ROUTES.has(route),
    // Without a stamp nothing says whether a response is current.
    get: (key) => (key.stamp === 0 ? undefined : responses.get(keyOf(key))),
    set: (key, response) => {
      if (key.stamp > 0) responses.set(keyOf(key), response)
    },
  }
}
