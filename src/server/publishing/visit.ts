import type { Service } from '../context.ts'
import { ownAddress } from '../domain/sites/present.ts'
import type { Urls } from '../urls.ts'
import type { Question } from './question.ts'
import { type ReaderFiles, readerFilesPath } from './reader-files.ts'
import type { SiteState } from './state.ts'

/** What answering a question about a site works with: the site at one moment, and where to read more. */
export type Visit = Pick<Service, 'db'> & {
  readonly urls: SiteUrls
  readonly state: SiteState
  readonly files: ReaderFiles
}

/** What finding something on a site needs; printing it takes the files of pages too. */
export type VisitAt = Omit<Visit, 'files'>

/** Addresses as the readers of a site see them. */
export type SiteUrls = Urls & {
  /** True at an address of the site's own, which `base` is then: a host name, or where a proxy of others shows it. */
  readonly isOwn: boolean
  /** True where such a proxy is: then nothing of the service reaches its readers but what is below the site. */
  readonly isProxied?: boolean
  /** What stands in front of `/sites` where a site is only tried out. */
  readonly under?: string
}

/** By which of its addresses a site was asked: a host name, a proxy, or neither. */
export type AskedBy = Pick<Question, 'hostname' | 'proxied'>

/** The addresses of a site at one of its own, or below the service. What is of the dashboard stays there. */
export function siteUrls(urls: Urls, { hostname, proxied }: AskedBy = {}): SiteUrls {
  if (hostname !== undefined) return { ...urls, base: `https://${hostname}`, isOwn: true }
  if (proxied !== undefined) return { ...urls, base: `https://${proxied}`, isOwn: true, isProxied: true }
  return { ...urls, isOwn: false }
}

/** The path in front of every path of this service: empty, or what a proxy puts there, without a slash at its end. */
export const pathBefore = ({ base }: Pick<Visit['urls'], 'base'>): string =>
  new URL(base).pathname.replace(/\/+$/, '')

/** Path of the built files of pages, without a slash at its end. */
export const readerFilesAt = (urls: SiteUrls): string =>
  pathBefore(urls) + (urls.isProxied ? `/~${readerFilesPath.slice(1)}` : readerFilesPath)

/** The scheme and host at which readers see this service. */
export const originOf = ({ base }: Pick<Visit['urls'], 'base'>): string => new URL(base).origin

/** Path of the site without a slash at its end: `/sites/acme`; empty at a host name of its own, `/docs` behind a proxy. */
export const basePathOf = ({ urls, state }: Pick<Visit, 'urls' | 'state'>): string =>
  urls.isOwn
    ? pathBefore(urls)
    : `${pathBefore(urls)}${urls.under ?? ''}/sites/${state.shape.structure.site.basename}`

/** The one whole address of a path of the site: at its own address where it has one. */
export function canonicalOf(visit: Pick<Visit, 'urls' | 'state'>, href: string): string {
  const own = ownAddress(visit.state.shape.structure.site)
  if (own === null || own === visit.urls.base) return originOf(visit.urls) + href
  return own + href.slice(basePathOf(visit).length)
}

/** A path with what stands behind its question mark. */
export const withQuery = (href: string, query: URLSearchParams): string =>
  query.size === 0 ? href : `${href}?${query}`

/** Whether only some may read the site, or not all read the same: then nobody between us and them keeps a copy. */
export const isForSome = ({ state }: Pick<Visit, 'state'>): boolean => {
  const { visibility, adaptiveContent } = state.shape.structure.site
  return visibility === 'share-link' || visibility === 'visitor-auth' || adaptiveContent
}

/**
 * Whether the files of pages are below the site: where only some may read it, where it is only tried out, and where
 * a proxy leads nothing else here.
 */
export const keepsFiles = (visit: Pick<Visit, 'urls' | 'state'>): boolean =>
  isForSome(visit) || visit.urls.under !== undefined || visit.urls.isProxied === true

/** Path of a site space, with a slash at its end: `/sites/acme/guides/`. */
export function rootOfSiteSpace(visit: Pick<Visit, 'urls' | 'state'>, siteSpaceId: string): string {
  const address = visit.state.shape.addresses.get(siteSpaceId) ?? ''
  return `${basePathOf(visit)}/${address === '' ? '' : `${address}/`}`
}

/** A path without slashes around it; null for one that cannot name anything. */
export function decodedPath(path: string): string | null {
  try {
    const text = decodeURIComponent(path).replace(/^\/+|\/+$/g, '')
    return text.includes('\0') ? null : text.toWellFormed()
  } catch {
    return null
  }
}
