import type { OutlineEntry } from '../model.ts'

/** A longer outline helps no one, and takes as long to render as the page. */
const MAX_ENTRIES = 300

/**
 * The headings of a page that its outline shows: the two highest levels that the page uses, because some authors begin
 * below level 2, for example in steps. If both are too many, it has only the highest, unless that is a single title above
 * all others.
 */
export function shownEntries(all: readonly OutlineEntry[]): OutlineEntry[] {
  const [top, second] = [...new Set(all.map(({ level }) => level))].sort()
  const highest = all.filter(({ level }) => level === top)
  const both = all.filter(({ level }) => level === top || level === second)
  const entries = both.length > MAX_ENTRIES && highest.length > 1 ? highest : both
  return entries.slice(0, MAX_ENTRIES)
}
