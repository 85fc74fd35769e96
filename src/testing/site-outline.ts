import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'

/** A structure in the shape that it is compared with its model in. */
export const pictured = ({ structure }: SiteStructure): unknown[] =>
  structure.map((item) => {
    if (item.object === 'site-space') return spacePictured(item)
    if (item.object === 'site-section') return sectionPictured(item)
    return { group: item.id, sections: item.sections.map(sectionPictured) }
  })
const sectionPictured = ({ id, path, siteSpaces, ...section }: SiteSection) => ({
  section: id,
  path,
  default: section.default,
  spaces: siteSpaces.map(spacePictured),
})
const spacePictured = ({ id, path, ...space }: SiteSpace) => ({ id, path, default: space.default })
