import { generateNKeysBetween } from 'fractional-indexing'
import { orderKeyAfter } from '../../../order.ts'
import { itemOf, type MoveTarget, resolvePosition } from './positions.ts'
import { sortedByOrderKey, withGroup, withSection } from './row-updates.ts'
import { type GroupRow, type SectionRow, type Structure, sectionsIn, topLevelItems } from './structure.ts'

type NewGroup = {
  readonly title: string
  readonly icon?: string | null | undefined
  readonly sections?: readonly string[] | undefined
  readonly position?: MoveTarget['position']
}

/** Adds a group with these sections, at the end of the top level unless a position is set. */
export function addGroup(
  structure: Structure,
  { title, icon, sections = [], position }: NewGroup,
  id: string,
): Structure {
  const children = [...new Set(sections)].map((section) => itemOf(structure, 'site-section', section))
  const atEnd: GroupRow = {
    kind: 'site-section-group',
    id,
    orderKey: orderKeyAfter(topLevelItems(structure).at(-1)?.orderKey ?? null),
    title,
    icon: icon ?? null,
    version: 1,
  }
  const { orderKey } = resolvePosition(structure, atEnd, { position })
  const groups = sortedByOrderKey([...structure.groups, { ...atEnd, orderKey }])
  const keys = generateNKeysBetween(null, null, children.length)
  return withSectionsMoved({ ...structure, groups }, id, children, keys)
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

/** Removes a group; its sections take its position at the top level. */
export function deleteGroup(structure: Structure, id: string): Structure {
  itemOf(structure, 'site-section-group', id)
  const siblings = topLevelItems(structure)
  const index = siblings.findIndex((sibling) => sibling.id === id)
  const sections = sectionsIn(structure, id)
  const keys = generateNKeysBetween(
    siblings[index - 1]?.orderKey ?? null,
    siblings[index + 1]?.orderKey ?? null,
    sections.length,
  )
  const ungrouped = withSectionsMoved(structure, null, sections, keys)
  return { ...ungrouped, groups: ungrouped.groups.filter((group) => group.id !== id) }
}

const withSectionsMoved = (
  structure: Structure,
  groupId: string | null,
  sections: readonly SectionRow[],
  keys: readonly string[],
): Structure =>
  sections.reduce(
    (result, section, index) =>
      withSection(result, section.id, { groupId, orderKey: keys[index] ?? section.orderKey }),
    structure,
  )
