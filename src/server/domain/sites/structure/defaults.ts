import { itemOf } from './positions.ts'
import { withSection, withSite } from './row-updates.ts'
import {
  defaultSiteSpaceIn,
  type Structure,
  sectionsInOrder,
  siteSpaceParents,
  siteSpacesIn,
} from './structure.ts'

export type DefaultsInput = {
  readonly defaultSiteSection?: string | undefined
  readonly defaultSiteSpace?: string | undefined
}

/**
 * Sets the defaults. A default site space makes its section the default section, unless one is given.
 *
 * @throws {DomainError} `not_found` when the site has no such section or site space.
 */
export function withDefaults(
  structure: Structure,
  { defaultSiteSection, defaultSiteSpace }: DefaultsInput,
): Structure {
  const siteSpace = defaultSiteSpace === undefined ? null : itemOf(structure, 'site-space', defaultSiteSpace)
  const section =
    defaultSiteSection === undefined ? null : itemOf(structure, 'site-section', defaultSiteSection)
  const sectionId = section?.id ?? siteSpace?.sectionId ?? null
  const updated = withSite(structure, {
    ...(sectionId === null ? {} : { defaultSectionId: sectionId }),
    ...(siteSpace?.sectionId === null ? { defaultSiteSpaceId: siteSpace.id } : {}),
  })
  return siteSpace === null || siteSpace.sectionId === null
    ? updated
    : withSection(updated, siteSpace.sectionId, { defaultSiteSpaceId: siteSpace.id })
}

/**
 * Completes a change: the next item in order replaces a removed default, and a site without spaces is unpublished. These
 * consequences don't change the version of the section or the site.
 */
export function withValidDefaults(before: Structure, changed: Structure): Structure {
  const { sections: rows, siteSpaces } = changed
  // No item was added, removed or moved to another parent, so all defaults are valid.
  if (siteSpaces === before.siteSpaces && rows.length === before.sections.length) return changed
  const to = defaultsAfter(before, changed)
  const defaultOf = (id: string) => to.siteSpaces.get(id) ?? null
  const site = {
    ...changed.site,
    defaultSectionId: to.section,
    defaultSiteSpaceId: to.siteSpaces.get(null) ?? null,
    published: changed.site.published && changed.siteSpaces.length > 0,
  }
  const areValid = changed.sections.every(
    ({ id, defaultSiteSpaceId }) => defaultSiteSpaceId === defaultOf(id),
  )
  const sections = areValid
    ? changed.sections
    : changed.sections.map((section) => ({ ...section, defaultSiteSpaceId: defaultOf(section.id) }))
  return { ...changed, site, sections }
}

/** The default section and site spaces of a site. */
export type DefaultIds = {
  readonly section: string | null
  /** By section id; by null for a site without sections. */
  readonly siteSpaces: ReadonlyMap<string | null, string | null>
}

/**
 * The defaults after a change: the current one while it is in the same parent, else the next one in the former order,
 * else the first one. Null only if there are no items.
 */
function defaultsAfter(before: Structure, after: Structure): DefaultIds {
  const section = currentOrNext(
    idsOf(sectionsInOrder(before)),
    idsOf(sectionsInOrder(after)),
    after.site.defaultSectionId,
  )
  const siteSpaces = siteSpaceParents(after).map((parent): [string | null, string | null] => [
    parent,
    currentOrNext(
      idsOf(siteSpacesIn(before, parent)),
      idsOf(siteSpacesIn(after, parent)),
      defaultSiteSpaceIn(after, parent),
    ),
  ])
  return { section, siteSpaces: new Map(siteSpaces) }
}

const idsOf = (items: readonly { readonly id: string }[]): readonly string[] => items.map(({ id }) => id)

function currentOrNext(
  before: readonly string[],
  after: readonly string[],
  current: string | null,
): string | null {
  if (current !== null && after.includes(current)) return current
  const index = current === null ? -1 : before.indexOf(current)
  const next = index < 0 ? undefined : before.slice(index + 1).find((id) => after.includes(id))
  return next ?? after[0] ?? null
}
