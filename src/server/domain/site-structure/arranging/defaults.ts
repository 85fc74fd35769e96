import { defaultsAfter } from '../defaults.ts'
import { itemOf } from '../placement.ts'
import type { Structure } from '../structure.ts'
import { withSection, withSite } from './rows.ts'

export type Asked = {
  readonly defaultSiteSection?: string | undefined
  readonly defaultSiteSpace?: string | undefined
}

/**
 * A site with other defaults. A default site space makes its section the default one, unless another is named beside
 * it.
 *
 * @throws {DomainError} `not_found` when the site has no such section or site space.
 */
export function defaultsSet(
  structure: Structure,
  { defaultSiteSection, defaultSiteSpace }: Asked,
): Structure {
  const siteSpace = defaultSiteSpace === undefined ? null : itemOf(structure, 'site-space', defaultSiteSpace)
  const section =
    defaultSiteSection === undefined ? null : itemOf(structure, 'site-section', defaultSiteSection)
  const sectionId = section?.id ?? siteSpace?.sectionId ?? null
  const pointed = withSite(structure, {
    ...(sectionId === null ? {} : { defaultSectionId: sectionId }),
    ...(siteSpace?.sectionId === null ? { defaultSiteSpaceId: siteSpace.id } : {}),
  })
  return siteSpace === null || siteSpace.sectionId === null
    ? pointed
    : withSection(pointed, siteSpace.sectionId, { defaultSiteSpaceId: siteSpace.id })
}

/**
 * Ends a change: defaults that lost what they pointed at move on to the next one in order, and a site without any
 * space is off the web. What only follows does not count as a write to the section or the site.
 */
export function settled(before: Structure, changed: Structure): Structure {
  const { sections: rows, siteSpaces } = changed
  // Nothing came, went or changed its section: no default can have lost its place.
  if (siteSpaces === before.siteSpaces && rows.length === before.sections.length) return changed
  const to = defaultsAfter(before, changed)
  const wanted = (id: string) => to.siteSpaces.get(id) ?? null
  const site = {
    ...changed.site,
    defaultSectionId: to.section,
    defaultSiteSpaceId: to.siteSpaces.get(null) ?? null,
    published: changed.site.published && changed.siteSpaces.length > 0,
  }
  const isRight = changed.sections.every(({ id, defaultSiteSpaceId }) => defaultSiteSpaceId === wanted(id))
  const sections = isRight
    ? changed.sections
    : changed.sections.map((section) => ({ ...section, defaultSiteSpaceId: wanted(section.id) }))
  return { ...changed, site, sections }
}
