import type { Service } from '../context.ts'
import { basenameAt } from './queries.ts'
import { pathBefore } from './visit.ts'

/** A site that an address is of, as a question about it names it. */
export type SiteAt = {
  readonly basename: string
  /** The host name of the site's own, where it was asked at that. */
  readonly hostname?: string
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
    return basename === undefined ? undefined : { basename: basename.toLowerCase(), path }
  }
  const basename = await basenameAt(db, hostname)
  return basename === null ? undefined : { basename, hostname, path: pathname }
}
