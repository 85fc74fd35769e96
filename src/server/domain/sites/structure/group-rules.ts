import { generateNKeysBetween } from 'fractional-indexing'
import { orderKeyAfter } from '#server/order.ts'
import { itemOf } from './positions.ts'
import { withGroup, withSection } from './row-updates.ts'
import { type GroupRow, type SectionRow, type Structure, sectionsIn, topLevelItems } from './structure.ts'

type NewGroup = {
  readonly title: string
  readonly icon?: string | null | undefined
  readonly sections?: readonly string[] | undefined
}

/** A site with one more group behind all others, which takes in the sections named. */
export function addGroup(
  structure: Structure,
  { title, icon, sections = [] }: NewGroup,
  id: string,
): Structure {
  const taken = [...new Set(sections)].map((one) => itemOf(structure, 'site-section', one))
  const orderKey = orderKeyAfter(topLevelItems(structure).at(-1)?.orderKey ?? null)
  const group = {
    kind: 'site-section-group' as const,
    id,
    orderKey,
    title,
    icon: icon ?? null,
    version: 1,
  }
  return withSectionPositions(
    { ...structure, groups: [...structure.groups, group] },
    id,
    positionsInNewGroup(taken),
  )
}

export function changeGroup(
  structure: Structure,
  id: string,
  { title, icon }: { readonly title?: string | undefined; readonly icon?: string | null | undefined },
): Structure {
  itemOf(structure, 'site-section-group', id)
  const change = { ...(title === undefined ? {} : { title }), ...(icon === undefined ? {} : { icon }) }
  return withGroup(structure, id, change)
}

/** A site without a group; its sections stay where it stood. */
export function deleteGroup(structure: Structure, id: string): Structure {
  const group = itemOf(structure, 'site-section-group', id)
  const left = withSectionPositions(structure, null, positionsWithoutGroup(structure, group))
  return { ...left, groups: left.groups.filter((one) => one.id !== id) }
}

function withSectionPositions(
  structure: Structure,
  groupId: string | null,
  places: readonly SectionPosition[],
): Structure {
  return places.reduce(
    (so, { section, orderKey }) => withSection(so, section.id, { groupId, orderKey }),
    structure,
  )
}

/** A section with its new place. */
export type SectionPosition = { readonly section: SectionRow; readonly orderKey: string }

/** The sections of a group with the places they take at the top of the site when the group goes. */
function positionsWithoutGroup(structure: Structure, group: GroupRow): readonly SectionPosition[] {
  const root = topLevelItems(structure)
  const index = root.findIndex(({ id }) => id === group.id)
  const sections = sectionsIn(structure, group.id)
  const keys = generateNKeysBetween(
    root[index - 1]?.orderKey ?? null,
    root[index + 1]?.orderKey ?? null,
    sections.length,
  )
  return sections.map((section, place) => ({ section, orderKey: keys[place] ?? section.orderKey }))
}

/** Sections with the places they take in a new group, in the order they are named. */
function positionsInNewGroup(sections: readonly SectionRow[]): readonly SectionPosition[] {
  const keys = generateNKeysBetween(null, null, sections.length)
  return sections.map((section, place) => ({ section, orderKey: keys[place] ?? section.orderKey }))
}
