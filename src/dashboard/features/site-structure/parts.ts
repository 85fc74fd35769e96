import type { SiteSectionGroup } from '#contract/site-section-groups.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure, StructureItem } from '#contract/site-structure.ts'
import { counted, words } from '../../lib/words.ts'

/** Anything that stands in the structure of a site. */
export type Part = SiteSectionGroup | SiteSection | SiteSpace
export type PartKind = StructureItem['type']

/** Which site, as every call about its parts names it. */
export type SitePlace = { readonly organizationId: string; readonly siteId: string }

export const titleOf = ({ title }: Pick<Part, 'title'>): string => title || words.untitled

/** What stands at the top, in order. */
export const topOf = (structure: SiteStructure): readonly Part[] => structure.structure

/** What stands directly in a part. */
export function insideOf(part: Part): readonly Part[] {
  if (part.object === 'site-section-group') return part.sections
  return part.object === 'site-section' ? part.siteSpaces : []
}

/** All parts, each before what stands in it, with the id of the part it stands in. */
export function partsOf(structure: SiteStructure): readonly { part: Part; parentId: string | null }[] {
  const all = (parts: readonly Part[], parentId: string | null): { part: Part; parentId: string | null }[] =>
    parts.flatMap((part) => [{ part, parentId }, ...all(insideOf(part), part.id)])
  return all(topOf(structure), null)
}

export const partOf = (structure: SiteStructure, id: string): Part | undefined =>
  partsOf(structure).find(({ part }) => part.id === id)?.part

/** The sections in the order readers meet them, those in groups too. */
export const sectionsOf = (structure: SiteStructure): readonly SiteSection[] =>
  partsOf(structure).flatMap(({ part }) => (part.object === 'site-section' ? [part] : []))

export const siteSpacesOf = (structure: SiteStructure): readonly SiteSpace[] =>
  partsOf(structure).flatMap(({ part }) => (part.object === 'site-space' ? [part] : []))

/** The ids of what stands in a part, or at the top, in order; undefined when that part is not there. */
export function idsIn(structure: SiteStructure, parentId: string | null): readonly string[] | undefined {
  const parent = parentId === null ? undefined : partOf(structure, parentId)
  if (parentId !== null && parent === undefined) return undefined
  return (parent ? insideOf(parent) : topOf(structure)).map(({ id }) => id)
}

/** One part by its name, several by their number. */
export const namedOrCounted = (parts: readonly Pick<Part, 'title'>[]): string => {
  const [first] = parts
  return parts.length === 1 && first ? words.quoted(titleOf(first)) : counted(parts.length, 'row')
}
