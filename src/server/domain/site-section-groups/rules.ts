import { generateNKeysBetween } from 'fractional-indexing'
import {
  type GroupRow,
  rootOf,
  type SectionRow,
  type Structure,
  sectionsIn,
} from '../site-structure/structure.ts'

/** A section with its new place. */
export type Placed = { readonly section: SectionRow; readonly orderKey: string }

/** The sections of a group with the places they take at the top of the site when the group goes. */
export function placesWithout(structure: Structure, group: GroupRow): readonly Placed[] {
  const root = rootOf(structure)
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
export function placesInNew(sections: readonly SectionRow[]): readonly Placed[] {
  const keys = generateNKeysBetween(null, null, sections.length)
  return sections.map((section, place) => ({ section, orderKey: keys[place] ?? section.orderKey }))
}
