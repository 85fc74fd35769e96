import type { SiteSpace } from '#contract/site-spaces.ts'
import type { Sight } from '../site-structure/sight.ts'
import { isDefault, type SiteSpaceRow } from '../site-structure/structure.ts'

/** A site space as the interface answers it; none when the caller may not know of the space. */
export function presentSiteSpaces(sight: Sight, rows: readonly SiteSpaceRow[]): SiteSpace[] {
  return rows.flatMap((row) => {
    const space = sight.spaces.get(row.spaceId)
    return space === undefined ? [] : [presentSiteSpace(sight, row, space)]
  })
}

function presentSiteSpace(sight: Sight, row: SiteSpaceRow, space: SiteSpace['space']): SiteSpace {
  const published = sight.published(sight.addresses.get(row.id) ?? '')
  return {
    object: 'site-space',
    id: row.id,
    path: row.path,
    ...(row.sectionId === null ? {} : { section: row.sectionId }),
    space,
    title: row.title,
    default: isDefault(sight.structure, row),
    ...(row.condition === null ? {} : { condition: row.condition }),
    urls: {
      location: sight.location('site-spaces', row.id),
      ...(published === undefined ? {} : { published }),
    },
    version: row.version,
  }
}
