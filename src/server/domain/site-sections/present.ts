import type { SiteSection } from '#contract/site-sections.ts'
import { presentSiteSpaces } from '../site-spaces/present.ts'
import { addressOfSection } from '../site-structure/addresses.ts'
import type { Sight } from '../site-structure/sight.ts'
import { type SectionRow, siteSpacesIn } from '../site-structure/structure.ts'

/** A section with its site spaces, as the interface answers it. */
export function presentSection(sight: Sight, row: SectionRow): SiteSection {
  const { structure } = sight
  const published = sight.published(addressOfSection(structure, row))
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
