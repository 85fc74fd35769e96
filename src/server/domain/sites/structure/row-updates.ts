import type { GroupRow, SectionRow, SiteRow, SiteSpaceRow, Structure } from './structure.ts'

type Row = { readonly id: string; readonly orderKey: string; readonly version: number }

/** Keys compare byte by byte, as in the database. */
export const sortedByOrderKey = <T extends Row>(rows: readonly T[]): readonly T[] =>
  rows.toSorted((a, b) => (a.orderKey < b.orderKey ? -1 : a.orderKey > b.orderKey ? 1 : 0))

/** The row with changes and the next version; the same row if nothing differs. */
function withChanges<T extends { readonly version: number }>(row: T, change: Partial<T>): T {
  const differs = Object.entries(change).some(([name, value]) => row[name as keyof T] !== value)
  return differs ? { ...row, ...change, version: row.version + 1 } : row
}

function withRowChanged<T extends Row>(rows: readonly T[], id: string, change: Partial<T>): readonly T[] {
  const index = rows.findIndex((row) => row.id === id)
  const row = rows[index]
  const next = row && withChanges(row, change)
  if (next === undefined || next === row) return rows
  const others = rows.with(index, next)
  return row?.orderKey === next.orderKey ? others : sortedByOrderKey(others)
}

export const withSite = (structure: Structure, change: Partial<SiteRow>): Structure => ({
  ...structure,
  site: withChanges(structure.site, change),
})

export const withGroup = (structure: Structure, id: string, change: Partial<GroupRow>): Structure => ({
  ...structure,
  groups: withRowChanged(structure.groups, id, change),
})

export const withSection = (structure: Structure, id: string, change: Partial<SectionRow>): Structure => ({
  ...structure,
  sections: withRowChanged(structure.sections, id, change),
})

export const withSiteSpace = (
  structure: Structure,
  id: string,
  change: Partial<SiteSpaceRow>,
): Structure => ({
  ...structure,
  siteSpaces: withRowChanged(structure.siteSpaces, id, change),
})
