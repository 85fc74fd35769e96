import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import type { Part } from './parts.ts'

/** The structure with one part changed in its place, whatever it is. */
export function changed(
  structure: SiteStructure,
  id: string,
  change: <P extends Part>(part: P) => P,
): SiteStructure {
  const one = <P extends Part>(part: P): P => (part.id === id ? change(part) : part)
  const inSection = (section: SiteSection): SiteSection => {
    const now = one(section)
    return { ...now, siteSpaces: now.siteSpaces.map(one) }
  }
  if (structure.type === 'siteSpaces') return { ...structure, structure: structure.structure.map(one) }
  return {
    ...structure,
    structure: structure.structure.map((part) => {
      if (part.object === 'site-section') return inSection(part)
      const group = one(part)
      return { ...group, sections: group.sections.map(inSection) }
    }),
  }
}

/** The structure with another default among the siblings of a site space, or another default section. */
export function withDefault(structure: SiteStructure, part: SiteSection | SiteSpace): SiteStructure {
  const mark = <P extends SiteSection | SiteSpace>(one: P): P => ({ ...one, default: one.id === part.id })
  if (structure.type === 'siteSpaces') return { ...structure, structure: structure.structure.map(mark) }
  const inSection = (section: SiteSection): SiteSection => {
    if (part.object === 'site-section') return mark(section)
    return section.id === part.section ? { ...section, siteSpaces: section.siteSpaces.map(mark) } : section
  }
  return {
    ...structure,
    structure: structure.structure.map((one) =>
      one.object === 'site-section' ? inSection(one) : { ...one, sections: one.sections.map(inSection) },
    ),
  }
}

/** The structure with a group dissolved: its sections stand in its place. */
export function dissolved(structure: SiteStructure, groupId: string): SiteStructure {
  if (structure.type === 'siteSpaces') return structure
  const parts: typeof structure.structure = structure.structure.flatMap((part) =>
    part.object === 'site-section-group' && part.id === groupId ? part.sections.map(outOfGroup) : part,
  )
  return { ...structure, structure: parts }
}

const outOfGroup = ({ sectionGroup: _gone, ...section }: SiteSection): SiteSection => section

/** The structure with another part in the place of one, such as what the service made for one that was made up. */
export const replaced = (structure: SiteStructure, id: string, by: Part): SiteStructure =>
  changed(structure, id, (part) => (part.object === by.object ? (by as typeof part) : part))
