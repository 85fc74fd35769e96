import type { Service } from '../context.ts'
import { basenameOfHostname, proxiedSiteAt } from './queries.ts'
import { servicePath } from './visit.ts'

/** The site that a URL belongs to, as requests identify it. */
export type SiteAddress = {
  readonly basename: string
  /** Set for a URL at the site's custom hostname. */
  readonly hostname?: string
  /** Set for a URL at the site's proxy. */
  readonly proxyAddress?: string
  /** The encoded path below the site: empty, or with a leading slash. */
  readonly path: string
}

/** The site that a URL belongs to, published or not; undefined for any other URL. */
export async function siteOfAddress(
  { db, urls }: Pick<Service, 'db' | 'urls'>,
  { host, hostname, pathname }: URL,
): Promise<SiteAddress | undefined> {
  if (host === new URL(urls.base).host) {
    const below = pathname.startsWith(`${servicePath(urls)}/`) ? pathname.slice(servicePath(urls).length) : ''
    const [, basename, path = ''] = /^\/sites\/([^/]+)(\/.*)?$/.exec(below) ?? []
    if (basename !== undefined) return { basename: basename.toLowerCase(), path }
  }
  const basename = await basenameOfHostname(db, hostname)
  if (basename !== null) return { basename, hostname, path: pathname }
  const site = await proxiedSiteAt(db, addressPrefixes(hostname, pathname))
  if (site === null) return undefined
  const { proxyAddress } = site
  return { ...site, path: pathname.slice(proxyAddress.length - hostname.length) }
}

/** In characters, as in the contract. */
const MAX_PROXY_LENGTH = 512

/** Every address that a proxy could have for a URL: `example.org/docs`, `example.org/docs/api`… */
function addressPrefixes(hostname: string, pathname: string): string[] {
  const segments = (hostname + pathname).slice(0, MAX_PROXY_LENGTH + 1).split('/')
  return segments.map((_, index) => segments.slice(0, index + 1).join('/')).slice(1)
}
