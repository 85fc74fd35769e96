import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import { presentSection } from '../site-sections/present.ts'
import type { Sight } from '../site-structure/sight.ts'
import { type GroupRow, sectionsIn } from '../site-structure/structure.ts'

/** A group with its sections, as the interface answers it. */
export const presentGroup = (sight: Sight, row: GroupRow): SiteSectionGroup => ({
  object: 'site-section-group',
  id: row.id,
  title: row.title,
  ...(row.icon === null ? {} : { icon: row.icon }),
  sections: sectionsIn(sight.structure, row.id).map((section) => presentSection(sight, section)),
  urls: { location: sight.location('section-groups', row.id) },
  version: row.version,
})
