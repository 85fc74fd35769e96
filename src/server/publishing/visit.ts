import type { Service } from '../context.ts'
import type { ReaderFiles } from './reader-files.ts'
import type { SiteState } from './state.ts'

/** What answering a question about a site works with: the site at one moment, and where to read more. */
export type Visit = Pick<Service, 'db' | 'urls'> & {
  readonly state: SiteState
  readonly files: ReaderFiles
}

/** The path in front of every path of this service: empty, or what a proxy puts there, without a slash at its end. */
export const pathBefore = ({ base }: Pick<Visit['urls'], 'base'>): string =>
  new URL(base).pathname.replace(/\/+$/, '')

/** The scheme and host at which readers see this service. */
export const originOf = ({ base }: Pick<Visit['urls'], 'base'>): string => new URL(base).origin

/** Path of the site without a slash at its end: `/sites/acme`. */
export const basePathOf = ({ urls, state }: Visit): string =>
  `${pathBefore(urls)}/sites/${state.shape.structure.site.basename}`

/** Path of a site space, with a slash at its end: `/sites/acme/guides/`. */
export function rootOfSiteSpace(visit: Visit, siteSpaceId: string): string {
  const address = visit.state.shape.addresses.get(siteSpaceId) ?? ''
  return `${basePathOf(visit)}/${address === '' ? '' : `${address}/`}`
}
