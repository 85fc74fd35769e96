import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { addressOfSection } from './structure/addresses.ts'
import {
  type GroupRow,
  isDefaultSiteSpace,
  type SectionRow,
  type SiteSpaceRow,
  sectionsIn,
  siteSpacesIn,
  topLevelItems,
} from './structure/structure.ts'
import type { ViewerContext } from './viewer-context.ts'

/** A site space as the interface answers it; none when the caller may not know of the space. */
export function presentSiteSpaces(sight: ViewerContext, rows: readonly SiteSpaceRow[]): SiteSpace[] {
  return rows.flatMap((row) => {
    const space = sight.spaces.get(row.spaceId)
    return space === undefined ? [] : [presentSiteSpace(sight, row, space)]
  })
}

function presentSiteSpace(sight: ViewerContext, row: SiteSpaceRow, space: SiteSpace['space']): SiteSpace {
  const published = sight.publishedUrl(sight.addresses.get(row.id) ?? '')
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    ...(row.sectionId === null ? {} : { section: row.sectionId }),
    space,
    title: row.title,
    default: isDefaultSiteSpace(sight.structure, row),
    ...(row.condition === null ? {} : { condition: row.condition }),
    urls: {
      location: sight.location('site-spaces', row.id),
      ...(published === undefined ? {} : { published }),
    },
    version: row.version,
  }
}

/** A section with its site spaces, as the interface answers it. */
export function presentSection(sight: ViewerContext, row: SectionRow): SiteSection {
  const { structure } = sight
  const published = sight.publishedUrl(addressOfSection(structure, row))
  return {
    object: 'site-section',
    id: row.id,
    title: row.title,
    ...(row.description === null ? {} : { description: row.description }),
    default: structure.site.defaultSectionId === row.id,
    path: row.path,
    ...(row.condition === null ? {} : { condition: row.condition }),
    ...(row.groupId === null ? {} : { sectionGroup: row.groupId }),
    ...(row.icon === null ? {} : { icon: row.icon }),
    siteSpaces: presentSiteSpaces(sight, siteSpacesIn(structure, row.id)),
    urls: {
      location: sight.location('sections', row.id),
      ...(published === undefined ? {} : { published }),
    },
    version: row.version,
  }
}

/** A group with its sections, as the interface answers it. */
export const presentGroup = (sight: ViewerContext, row: GroupRow): SiteSectionGroup => ({
  object: 'site-section-group',
  id: row.id,
  title: row.title,
  ...(row.icon === null ? {} : { icon: row.icon }),
  sections: sectionsIn(sight.structure, row.id).map((section) => presentSection(sight, section)),
  urls: { location: sight.location('section-groups', row.id) },
  version: row.version,
})

/** The whole structure of a site as the API represents it. */
export function presentStructure(sight: ViewerContext): SiteStructure {
  const { structure } = sight
  if (structure.sections.length === 0 && structure.groups.length === 0) {
    return { type: 'siteSpaces', structure: presentSiteSpaces(sight, siteSpacesIn(structure, null)) }
  }
  const root = topLevelItems(structure).map((item) =>
    item.kind === 'site-section' ? presentSection(sight, item) : presentGroup(sight, item),
  )
  return { type: 'sections', structure: root }
}
