import { LRUCache } from 'lru-cache'
import { collections } from '#contract/collections.ts'
import { library } from '#contract/library.ts'
import type { Route } from '#contract/route.ts'
import { sites } from '#contract/sites.ts'
import { spaces } from '#contract/spaces.ts'

/** Lists that depend only on rows covered by the organization's stamp, on the user and on the URL. */
const CACHED_ROUTES = new Set<Route>([spaces.list, collections.list, library.list, sites.list])

/** 32 MiB, including the compressed forms. */
const MAX_BYTES = 32 * 1024 * 1024

/** Identifies a cached list by user, URL and state of the organization. */
type ListKey = { readonly userId: string; readonly url: string; readonly stamp: number }

/**
 * Responses of lists, cached as text. The stamp is read from the database in the same query as the caller, so a cached
 * response is never older than the last acknowledged change, whichever instance made it.
 */
export type CachedLists = {
  readonly has: (route: Route) => boolean
  readonly get: (key: ListKey) => Buffer | undefined
  readonly set: (key: ListKey, text: Buffer) => void
}

/** The compressed form, which `compress.ts` caches along with the text, is at most a fifth. */
const sizeOf = (text: Buffer): number => Math.ceil(text.length * 1.2) + 200

export function newCachedLists(): CachedLists {
  const texts = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  const keyOf = ({ userId, url, stamp }: ListKey): string => `${stamp} ${userId} ${url}`
  return {
    has: (route) => CACHED_ROUTES.has(route),
    get: (key) => texts.get(keyOf(key)),
    set: (key, text) => void texts.set(keyOf(key), text),
  }
}
