import { LRUCache } from 'lru-cache'
import { READER_COOKIE } from './insights.ts'
import type { SiteRequest } from './site-request.ts'
import { HTML_TYPE, type SiteResponse } from './site-response.ts'
import type { SiteState } from './state.ts'
import { isRestricted, type SiteUrls } from './visit.ts'

/** Bodies are shared with the cache of bodies, unless they have left it. */
const MAX_BYTES = 16_000_000

/**
 * The last responses with pages, by what a page depends on besides the state of its site. The state is the same object
 * as long as its stamps are unchanged, and those are read with every request, so no response is older than the last
 * acknowledged change.
 */
export type KnownResponses = {
  readonly get: (state: SiteState, urls: SiteUrls, request: SiteRequest) => PageResponse | undefined
  readonly set: (state: SiteState, urls: SiteUrls, request: SiteRequest, response: SiteResponse) => void
}

/** A former state is large, and nothing else refers to it. */
type KnownResponse = { readonly state: WeakRef<SiteState>; readonly response: PageResponse }
export type PageResponse = Extract<SiteResponse, { kind: 'body' }>

export function newKnownResponses(): KnownResponses {
  const cache = new LRUCache<string, KnownResponse>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response }, key) => response.body.bytes.length + key.length + 500,
  })
  return {
    get(state, urls, request) {
      const key = keyOf(state, urls, request)
      const known = key === undefined ? undefined : cache.get(key)
      return known?.state.deref() === state ? known.response : undefined
    },
    set(state, urls, request, response) {
      if (response.kind !== 'body' || response.status !== 200 || response.event !== undefined) return
      if (response.body.type !== HTML_TYPE || response.isPrivate) return
      const key = keyOf(state, urls, request)
      if (key !== undefined) cache.set(key, { state: new WeakRef(state), response })
    },
  }
}

/** Undefined if the response may depend on the visitor or on the parameters of the request. */
function keyOf(state: SiteState, urls: SiteUrls, request: SiteRequest): string | undefined {
  if (isRestricted({ state }) || request.query.size > 0 || request.wantsJson) return undefined
  for (const name of Object.keys(request.cookies)) if (name !== READER_COOKIE) return undefined
  const { id } = state.whole.site
  return `${id} ${urls.base} ${urls.isOwn} ${urls.isProxied ?? false} ${request.acceptLanguage ?? ''} ${request.path}`
}
