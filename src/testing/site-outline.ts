import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'

/** The structure in the format in which it is compared with its model. */
export const outlineOf = ({ structure }: SiteStructure): unknown[] =>
  structure.map((item) => {
    if (item.object === 'site-space') return spaceOutline(item)
    if (item.object === 'site-section') return sectionOutline(item)
    return { group: item.id, sections: item.sections.map(sectionOutline) }
  })
const sectionOutline = ({ id, path, siteSpaces, ...section }: SiteSection) => ({
  section: id,
  path,
  default: section.default,
  spaces: siteSpaces.map(spaceOutline),
})
const spaceOutline = ({ id, path, ...space }: SiteSpace) => ({ id, path, default: space.default })
