import type { Service } from '../context.ts'
import { basenameAt, proxiedAmong } from './queries.ts'
import { pathBefore } from './visit.ts'

/** A site that an address is of, as a question about it names it. */
export type SiteAt = {
  readonly basename: string
  /** The host name of the site's own, where it was asked at that. */
  readonly hostname?: string
  /** Where a proxy of others shows it, where it was asked at that. */
  readonly proxied?: string
  /** What follows the site's own address as it was sent: empty, or from a slash on. */
  readonly path: string
}

/** Which site an address is of, published or not; undefined for an address of something else. */
export async function siteAt(
  { db, urls }: Pick<Service, 'db' | 'urls'>,
  { host, hostname, pathname }: URL,
): Promise<SiteAt | undefined> {
  if (host === new URL(urls.base).host) {
    const below = pathname.startsWith(`${pathBefore(urls)}/`) ? pathname.slice(pathBefore(urls).length) : ''
    const [, basename, path = ''] = /^\/sites\/([^/]+)(\/.*)?$/.exec(below) ?? []
    if (basename !== undefined) return { basename: basename.toLowerCase(), path }
  }
  const basename = await basenameAt(db, hostname)
  if (basename !== null) return { basename, hostname, path: pathname }
  const found = await proxiedAmong(db, beginningsOf(hostname, pathname))
  if (found === null) return undefined
  const { proxied } = found
  return { ...found, path: pathname.slice(proxied.length - hostname.length) }
}

/** Longest address of a proxy, in characters. */
const longestProxy = 512

/** `example.org/docs/api` and `example.org/docs` of a page below them. */
function beginningsOf(hostname: string, pathname: string): string[] {
  const steps = (hostname + pathname).slice(0, longestProxy + 1).split('/')
  return steps.map((_, index) => steps.slice(0, index + 1).join('/')).slice(1)
}
