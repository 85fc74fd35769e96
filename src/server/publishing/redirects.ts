import { redirectFor } from '../domain/site-redirects/queries.ts'
import { keyOfPath, wildcardRest, withSegments } from '../domain/site-redirects/rules.ts'
import { addressOfSection, encodedAddress } from '../domain/sites/structure/addresses.ts'
import { sectionOf } from '../domain/sites/structure/structure.ts'
import { pagesByAddress } from './targets.ts'
import { viewOf } from './view.ts'
import { type BaseVisit, basePathOf, rootOfSiteSpace } from './visit.ts'

/** The target of a redirect. `isOutside` means a URL outside the site. */
export type RedirectTarget = {
  readonly href: string
  readonly isPermanent: boolean
  readonly isOutside: boolean
}

/**
 * The redirect from a path without a page; undefined if there is none, or if its target is not visible to the visitor.
 *
 * @param path without slashes around it, decoded
 */
export async function redirectAt(visit: BaseVisit, path: string): Promise<RedirectTarget | undefined> {
  const { organizationId, shape } = visit.state
  const site = { organizationId, siteId: shape.structure.site.id }
  const redirect = await redirectFor(visit.db, site, keyOfPath(path))
  if (redirect === undefined) return undefined
  const { destination, permanent: isPermanent, sourceKey } = redirect
  const rest = redirect.captureWildcard ? wildcardRest(sourceKey, path) : ''
  if (destination.kind === 'external')
    return { href: withSegments(destination.url, rest), isPermanent, isOutside: true }
  const href =
    destination.kind === 'site-section'
      ? sectionHref(visit, destination.siteSectionId)
      : await siteSpaceHref(visit, destination)
  return href === undefined ? undefined : { href: withSegments(href, rest), isPermanent, isOutside: false }
}

function sectionHref(visit: BaseVisit, sectionId: string): string | undefined {
  const { structure } = visit.state.shape
  const section = sectionOf(structure, sectionId)
  if (section === undefined) return undefined
  return `${basePathOf(visit)}/${encodedAddress(addressOfSection(structure, section))}`
}

async function siteSpaceHref(
  visit: BaseVisit,
  destination: { readonly siteSpaceId: string; readonly pageId?: string },
): Promise<string | undefined> {
  const siteSpace = visit.state.shape.structure.siteSpaces.find(({ id }) => id === destination.siteSpaceId)
  if (siteSpace === undefined) return undefined
  if (destination.pageId === undefined) return rootOfSiteSpace(visit, siteSpace.id)
  const view = await viewOf(visit, siteSpace)
  const address = { spaceId: siteSpace.spaceId, pageId: destination.pageId }
  const page = (await pagesByAddress(visit, view, [address]))(address)
  return page?.view.hrefOf(page.node)
}
