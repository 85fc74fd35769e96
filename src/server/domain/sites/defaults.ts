import { itemOf } from '../site-structure/placement.ts'
import type { Structure } from '../site-structure/structure.ts'
import type { SiteChange } from './queries.ts'

/** The defaults that are asked for; `siteSpace` comes with the section it stands in, if any. */
export type Named = {
  readonly sectionId: string | null
  readonly siteSpace: { readonly id: string; readonly sectionId: string | null } | null
}

/**
 * What a change of a site's settings says about its defaults; null when it says nothing. A default site space makes
 * its section the default one, unless another is named beside it.
 *
 * @throws {DomainError} `not_found` when the site has no such section or site space.
 */
export function defaultsNamed(
  structure: Structure,
  asked: { readonly defaultSiteSection?: string | undefined; readonly defaultSiteSpace?: string | undefined },
): Named | null {
  const { defaultSiteSection, defaultSiteSpace } = asked
  if (defaultSiteSection === undefined && defaultSiteSpace === undefined) return null
  const siteSpace = defaultSiteSpace === undefined ? null : itemOf(structure, 'site-space', defaultSiteSpace)
  const section =
    defaultSiteSection === undefined ? null : itemOf(structure, 'site-section', defaultSiteSection)
  return { sectionId: section?.id ?? siteSpace?.sectionId ?? null, siteSpace }
}

/** The part of the defaults that the site's own row keeps. */
export const ofSite = (named: Named | null): SiteChange => ({
  ...(named?.sectionId ? { default_section_id: named.sectionId } : {}),
  ...(named?.siteSpace?.sectionId === null ? { default_site_space_id: named.siteSpace.id } : {}),
})

/** The part of the defaults that a section keeps, if any. */
export const ofSection = (
  named: Named | null,
): { readonly id: string; readonly siteSpaceId: string } | null =>
  named?.siteSpace?.sectionId ? { id: named.siteSpace.sectionId, siteSpaceId: named.siteSpace.id } : null
