import type { Service } from '../context.ts'
import { ownAddress } from '../domain/sites/present.ts'
import { encodedAddress } from '../domain/sites/structure/addresses.ts'
import type { Urls } from '../urls.ts'
import { type ReaderFiles, readerFilesPath } from './reader-files.ts'
import type { SiteRequest } from './site-request.ts'
import type { SiteState } from './state.ts'

/** Everything that a response about a site is made from: the state of the site, and where to read its content. */
export type Visit = Pick<Service, 'db'> & {
  readonly urls: SiteUrls
  readonly state: SiteState
  readonly files: ReaderFiles
}

/** A visit without the built files of pages, which only rendering needs. */
export type BaseVisit = Omit<Visit, 'files'>

/** URLs as visitors of a site see them. */
export type SiteUrls = Urls & {
  /** True at a custom hostname or a proxy address of the site, which is `base` then. */
  readonly isOwn: boolean
  /** True behind a proxy, where visitors reach nothing of the service but paths below the site. */
  readonly isProxied?: boolean
  /** The path before `/sites` in a preview. */
  readonly previewPrefix?: string
}

/** The custom hostname or the proxy address of a request; neither below the service's own address. */
export type SiteHost = Pick<SiteRequest, 'hostname' | 'proxyAddress'>

/** The URLs of a site for the host it was requested at. URLs of the dashboard stay at the service's own address. */
export function siteUrls(urls: Urls, { hostname, proxyAddress }: SiteHost = {}): SiteUrls {
  if (hostname !== undefined) return { ...urls, base: `https://${hostname}`, isOwn: true }
  if (proxyAddress !== undefined)
    return { ...urls, base: `https://${proxyAddress}`, isOwn: true, isProxied: true }
  return { ...urls, isOwn: false }
}

/** The path prefix of the service or the site, such as `/docs` behind a proxy; without a trailing slash. */
export const servicePath = ({ base }: Pick<Visit['urls'], 'base'>): string =>
  new URL(base).pathname.replace(/\/+$/, '')

/** Path of the built files of pages, without a trailing slash. */
export const readerFilesHref = (urls: SiteUrls): string =>
  servicePath(urls) + (urls.isProxied ? `/~${readerFilesPath.slice(1)}` : readerFilesPath)

/** The scheme and host that visitors see. */
export const originOf = ({ base }: Pick<Visit['urls'], 'base'>): string => new URL(base).origin

/** Path of the site without a trailing slash: `/sites/acme`, empty at a custom hostname, `/docs` behind a proxy. */
export const basePathOf = ({ urls, state }: Pick<Visit, 'urls' | 'state'>): string =>
  urls.isOwn
    ? servicePath(urls)
    : `${servicePath(urls)}${urls.previewPrefix ?? ''}/sites/${state.shape.structure.site.basename}`

/** The canonical URL of a path of the site, at the site's own address if it has one. */
export function canonicalOf(visit: Pick<Visit, 'urls' | 'state'>, href: string): string {
  const own = ownAddress(visit.state.shape.structure.site)
  if (own === null || own === visit.urls.base) return originOf(visit.urls) + href
  return own + href.slice(basePathOf(visit).length)
}

export const withQuery = (href: string, query: URLSearchParams): string =>
  query.size === 0 ? href : `${href}?${query}`

/** Whether access is restricted or content differs by visitor; shared caches must not store responses then. */
export const isRestricted = ({ state }: Pick<Visit, 'state'>): boolean => {
  const { visibility, adaptiveContent } = state.shape.structure.site
  return visibility === 'share-link' || visibility === 'visitor-auth' || adaptiveContent
}

/**
 * Whether files in pages have URLs below the site: on restricted sites, whose cookies are sent only there, in previews,
 * and behind proxies, which forward nothing else.
 */
export const servesFilesBelowSite = (visit: Pick<Visit, 'urls' | 'state'>): boolean =>
  isRestricted(visit) || visit.urls.previewPrefix !== undefined || visit.urls.isProxied === true

/** Path of a site space with a trailing slash: `/sites/acme/guides/`. */
export function rootOfSiteSpace(visit: Pick<Visit, 'urls' | 'state'>, siteSpaceId: string): string {
  const address = visit.state.shape.addresses.get(siteSpaceId) ?? ''
  return `${basePathOf(visit)}/${encodedAddress(address)}`
}

/** A decoded path without slashes around it; null if it is malformed. */
export function decodedPath(path: string): string | null {
  try {
    const text = decodeURIComponent(path).replace(/^\/+|\/+$/g, '')
    return text.includes('\0') ? null : text.toWellFormed()
  } catch {
    // Malformed percent-encoding names no page.
    return null
  }
}
