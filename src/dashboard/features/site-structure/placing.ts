import { type Position, slotOf } from '#contract/shared/position.ts'
import type { SiteSection } from '#contract/site-sections.ts'
import type { SiteSpace } from '#contract/site-spaces.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { insideOf, type Part, partOf, partsOf, topOf } from './parts.ts'

/** Where a part stands, or is to stand. */
export type Place = { readonly parentId: string | null; readonly position: Position }

/** Where a part stands now, said by its neighbour before it, else by the one after it. */
export function placeNow(structure: SiteStructure, id: string): Place | null {
  const parentId = partsOf(structure).find(({ part }) => part.id === id)?.parentId
  if (parentId === undefined) return null
  const parent = parentId === null ? undefined : partOf(structure, parentId)
  const siblings = parent ? insideOf(parent) : topOf(structure)
  const at = siblings.findIndex((part) => part.id === id)
  const [after, before] = [siblings[at - 1]?.id, siblings[at + 1]?.id]
  if (after !== undefined) return { parentId, position: { after } }
  return { parentId, position: before === undefined ? {} : { before } }
}

/** The structure with a part elsewhere; null when it, its parent or a neighbour is not there. */
export function placed(structure: SiteStructure, id: string, { parentId, position }: Place) {
  const part = partOf(structure, id)
  const rest = part && without(structure, id)
  const standing = part && standingIn(part, parentId, structure)
  return standing && rest ? withPart(rest, standing, parentId, position) : null
}

/** The part as it is once it stands there: no default but where it stood before. */
function standingIn(part: Part, parentId: string | null, structure: SiteStructure): Part {
  if (placeNow(structure, part.id)?.parentId === parentId) return part
  if (part.object === 'site-section-group') return part
  if (part.object === 'site-space') {
    const { section: _before, ...rest } = part
    return { ...rest, default: false, ...(parentId === null ? {} : { section: parentId }) }
  }
  const { sectionGroup: _before, ...rest } = part
  return { ...rest, ...(parentId === null ? {} : { sectionGroup: parentId }) }
}

/** The structure without a part; what was its default there passes to the next one. */
export function without(structure: SiteStructure, id: string): SiteStructure {
  if (structure.type === 'siteSpaces') return { ...structure, structure: spacesLeft(structure.structure, id) }
  return {
    ...structure,
    structure: structure.structure
      .filter((part) => part.id !== id)
      .map((part) =>
        part.object === 'site-section'
          ? sectionLeft(part, id)
          : {
              ...part,
              sections: part.sections.filter((one) => one.id !== id).map((one) => sectionLeft(one, id)),
            },
      ),
  }
}

const sectionLeft = (section: SiteSection, id: string): SiteSection => ({
  ...section,
  siteSpaces: spacesLeft(section.siteSpaces, id),
})

function spacesLeft(siteSpaces: SiteSpace[], id: string): SiteSpace[] {
  const at = siteSpaces.findIndex((one) => one.id === id)
  if (at < 0) return siteSpaces
  const left = siteSpaces.filter((one) => one.id !== id)
  if (siteSpaces[at]?.default !== true) return left
  const heir = left[at] ?? left[0]
  return left.map((one) => (one === heir ? { ...one, default: true } : one))
}

/** The structure with a part that was not there. */
export const inserted = (structure: SiteStructure, part: Part, { parentId, position }: Place) =>
  withPart(structure, part, parentId, position)

function withPart(
  structure: SiteStructure,
  part: Part,
  parentId: string | null,
  position: Position,
): SiteStructure | null {
  if (structure.type === 'siteSpaces') {
    const spaces = part.object === 'site-space' ? insertedAt(structure.structure, part, position) : null
    return spaces && parentId === null ? { ...structure, structure: spaces } : null
  }
  if (parentId === null) {
    const parts = part.object === 'site-space' ? null : insertedAt(structure.structure, part, position)
    return parts && { ...structure, structure: parts }
  }
  let isThere = false
  const took = <T extends Part>(list: T[] | null): T[] => {
    isThere = list !== null
    return list ?? []
  }
  const intoSection = (section: SiteSection): SiteSection =>
    section.id === parentId && part.object === 'site-space'
      ? { ...section, siteSpaces: took(insertedAt(section.siteSpaces, part, position)) }
      : section
  const next = structure.structure.map((one) => {
    if (one.object === 'site-section') return intoSection(one)
    const sections =
      one.id === parentId && part.object === 'site-section'
        ? took(insertedAt(one.sections, part, position))
        : one.sections.map(intoSection)
    return { ...one, sections }
  })
  return isThere ? { ...structure, structure: next } : null
}

function insertedAt<T extends { readonly id: string }>(
  list: readonly T[],
  one: T,
  position: Position,
): T[] | null {
  const slot = slotOf(
    list.map(({ id }) => id),
    position,
  )
  return slot === null ? null : list.toSpliced(slot, 0, one)
}
