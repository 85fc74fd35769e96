import { DEFAULT_PAGE_SIZE, type List, type Paging } from '#contract/shared/paging.ts'
import { decodeCursor, pageFromRows } from '../../db/page.ts'
import { type SectionRow, type SiteSpaceRow, type Structure, sectionOf } from './structure/structure.ts'

/**
 * One page of items that are in memory. `keyOf` increases along the list and has the same length for all items, so that
 * a cursor stays valid when items move or are deleted.
 */
export function pageOfItems<T, Shown>(
  parts: readonly T[],
  keyOf: (part: T) => readonly string[],
  paging: Paging,
  present: (part: T) => Shown,
): List<Shown> {
  const limit = paging.limit ?? DEFAULT_PAGE_SIZE
  const first = parts[0]
  const length = first === undefined ? 1 : keyOf(first).length
  const after = paging.page === undefined ? null : decodeCursor(paging.page, length).map(String)
  const remaining = after === null ? parts : parts.filter((part) => isAfter(keyOf(part), after))
  const { rows, next } =
    limit === 0 ? { rows: [] } : pageFromRows(remaining.slice(0, limit + 1), limit, keyOf)
  return { ...(next === undefined ? {} : { next }), count: parts.length, items: rows.map(present) }
}

/** The order of a section: its key at the top level, or that of its group followed by its own. */
export function sectionKey({ groups }: Structure, section: SectionRow): readonly [string, string] {
  const group = groups.find(({ id }) => id === section.groupId)
  return group === undefined ? [section.orderKey, ''] : [group.orderKey, section.orderKey]
}

export function siteSpaceKey(structure: Structure, siteSpace: SiteSpaceRow): readonly string[] {
  const section = sectionOf(structure, siteSpace.sectionId)
  return [...(section === undefined ? ['', ''] : sectionKey(structure, section)), siteSpace.orderKey]
}

function isAfter(key: readonly string[], after: readonly string[]): boolean {
  const index = key.findIndex((part, at) => part !== after[at])
  return index >= 0 && (key[index] ?? '') > (after[index] ?? '')
}
