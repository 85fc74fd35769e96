import type { Reader } from './reader-events.ts'

/** A request for an address of a published site. */
export type SiteRequest = {
  readonly basename: string
  /** The site's custom hostname, for a request at it. */
  readonly hostname?: string | undefined
  /** The site's proxy address such as `example.org/docs`, for a request through the proxy. */
  readonly proxyAddress?: string | undefined
  /** The encoded path below the site: empty, or with a leading slash. */
  readonly path: string
  readonly query: URLSearchParams
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** The header `Accept-Language`. */
  readonly acceptLanguage?: string | undefined
  /** The header `Referer`. */
  readonly referrer?: string | undefined
  readonly wantsJson: boolean
  /** Set for page views in a browser, which are counted. */
  readonly reader?: Reader | undefined
}
