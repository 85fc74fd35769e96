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
 * A site with other defaults. A default site space makes its section the default one, unless another is named beside
 * it.
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
export function withValidDefaults(before: Structure, changed: Structure): Structure {
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

/** Which section and site spaces a site is to have as defaults. */
export type DefaultIds = {
  readonly section: string | null
  /** By section id; by null for a site without sections. */
  readonly siteSpaces: ReadonlyMap<string | null, string | null>
}

/**
 * The defaults after a change: each stays while what it points at stands where it stood, else the next one in the
 * order of before takes its place, else the first there is. Null only where there is nothing.
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
  const place = current === null ? -1 : before.indexOf(current)
  const next = place < 0 ? undefined : before.slice(place + 1).find((id) => after.includes(id))
  return next ?? after[0] ?? null
}
