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

/** A site space as the API represents it; empty if the caller may not see the space. */
export function presentSiteSpaces(context: ViewerContext, rows: readonly SiteSpaceRow[]): SiteSpace[] {
  return rows.flatMap((row) => {
    const space = context.spaces.get(row.spaceId)
    return space === undefined ? [] : [presentSiteSpace(context, row, space)]
  })
}

function presentSiteSpace(context: ViewerContext, row: SiteSpaceRow, space: SiteSpace['space']): SiteSpace {
  const published = context.publishedUrl(context.addresses.get(row.id) ?? '')
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    ...(row.sectionId === null ? {} : { section: row.sectionId }),
    space,
    title: row.title,
    default: isDefaultSiteSpace(context.structure, row),
    hasAdvancedCustomizationFeature: true,
    draft: false,
    ...(row.condition === null ? {} : { condition: row.condition }),
    urls: {
      location: context.location('site-spaces', row.id),
      ...(published === undefined ? {} : { published }),
    },
    version: row.version,
  }
}

/** A section with its site spaces, as the API represents it. */
export function presentSection(context: ViewerContext, row: SectionRow): SiteSection {
  const { structure } = context
  const published = context.publishedUrl(addressOfSection(structure, row))
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
    siteSpaces: presentSiteSpaces(context, siteSpacesIn(structure, row.id)),
    draft: false,
    urls: {
      location: context.location('sections', row.id),
      ...(published === undefined ? {} : { published }),
    },
    version: row.version,
  }
}

/** A group with its sections, as the API represents it. */
export function presentGroup(context: ViewerContext, row: GroupRow): SiteSectionGroup {
  const sections = sectionsIn(context.structure, row.id).map((section) => presentSection(context, section))
  return {
    object: 'site-section-group',
    id: row.id,
    title: row.title,
    ...(row.icon === null ? {} : { icon: row.icon }),
    sections,
    children: sections,
    draft: false,
    urls: { location: context.location('section-groups', row.id) },
    version: row.version,
  }
}

/** The whole structure of a site as the API represents it. */
export function presentStructure(context: ViewerContext): SiteStructure {
  const { structure } = context
  if (structure.sections.length === 0 && structure.groups.length === 0) {
    return { type: 'siteSpaces', structure: presentSiteSpaces(context, siteSpacesIn(structure, null)) }
  }
  const root = topLevelItems(structure).map((item) =>
    item.kind === 'site-section' ? presentSection(context, item) : presentGroup(context, item),
  )
  return { type: 'sections', structure: root }
}
