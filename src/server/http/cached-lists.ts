import { LRUCache } from 'lru-cache'
import { collections } from '#contract/collections.ts'
import { library } from '#contract/library.ts'
import type { Route } from '#contract/route.ts'
import { sites } from '#contract/sites.ts'
import { spaces } from '#contract/spaces.ts'

/** Lists that depend on nothing but rows that count the organization's stamp up, and on who asks for what. */
const CACHED_ROUTES = new Set<Route>([spaces.list, collections.list, library.list, sites.list])

/** 32 MiB of text at most, the compressed form included. */
const MAX_BYTES = 32 * 1024 * 1024

/** What a list is known by: who asked, for what, and as of which change of the organization. */
type ListKey = { readonly userId: string; readonly url: string; readonly stamp: number }

/**
 * Answers of lists, kept as text. The stamp is read with the caller in one query, from the database itself, so
 * that a kept answer is never older than the last change that was acknowledged, whichever instance made it.
 */
export type CachedLists = {
  readonly has: (route: Route) => boolean
  readonly get: (asked: ListKey) => Buffer | undefined
  readonly set: (asked: ListKey, text: Buffer) => void
}

/** Compressed it is a fifth at most; see `compress.ts`, which keeps that beside the text. */
const sizeOf = (text: Buffer): number => Math.ceil(text.length * 1.2) + 200

export function newCachedLists(): CachedLists {
  const texts = new LRUCache<string, Buffer>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf })
  const keyOf = ({ userId, url, stamp }: ListKey): string => `${stamp} ${userId} ${url}`
  return {
    has: (route) => CACHED_ROUTES.has(route),
    get: (asked) => texts.get(keyOf(asked)),
    set: (asked, text) => void texts.set(keyOf(asked), text),
  }
}
