import { invalid } from '../errors.ts'
import type { Conflict, Resolution } from './changes.ts'
import { isSlug } from './given-fields.ts'
import type { Diffs, State } from './three-sides.ts'

/** A merge at work: the states of all pages that may have changed, settled step by step. */
export type Merging = {
  readonly diffs: Diffs
  readonly states: Map<string, State>
  readonly resolutions: ReadonlyMap<string, Resolution>
  /** What nobody has settled. */
  readonly conflicts: Conflict[]
}

/** How a conflict is settled; null, and noted, where it is not. @throws {DomainError} `validation` */
export function settlementOf({ resolutions, conflicts }: Merging, found: Conflict): Resolution | null {
  const resolution = resolutions.get(found.id)
  if (resolution === undefined) {
    conflicts.push(found)
    return null
  }
  if (resolution.take === 'text') expectText(found, resolution.text)
  return resolution
}

const longest: Readonly<Record<string, number>> = {
  title: 256,
  slug: 100,
  linkTitle: 100,
  emoji: 50,
  icon: 50,
  description: 300,
  condition: 1024,
}

/** A text can settle lines, and fields that are texts, within what an edit of them takes. */
function expectText({ kind, field, page }: Conflict, text: string): void {
  if (kind === 'block') return
  const most = kind === 'field' && field !== undefined ? longest[field] : undefined
  if (most === undefined)
    throw refused(`“${page.title}” can only be as in the space or as in the request here`)
  if (text.length > most) throw refused(`At most ${most} characters for ${field}`)
  if (field === 'title' && text.trim() === '') throw refused('A page needs a title')
  if (field === 'slug') checkSlugText(text)
}

function checkSlugText(text: string): void {
  if (isSlug(text)) return
  throw refused('Use letters, digits, “-”, “_” and “.” in a slug')
}

const refused = (message: string) => invalid([{ path: ['body', 'resolutions'], message }])

/** Whether the merged tree has a page: one that was there stays unless a side removed it. */
export const isAlive = ({ base, theirs, ours }: State): boolean =>
  base === null ? theirs !== null || ours !== null : theirs !== null && ours !== null
