import { invalid } from '../errors.ts'
import type { Conflict, Resolution } from './changes.ts'
import type { Diffs, PageState } from './merge-states.ts'
import { isSlug } from './page-fields.ts'

/** A merge at work: the states of all pages that may have changed, settled step by step. */
export type MergeContext = {
  readonly diffs: Diffs
  readonly states: Map<string, PageState>
  readonly resolutions: ReadonlyMap<string, Resolution>
  /** What nobody has settled. */
  readonly conflicts: Conflict[]
}

/** How a conflict is settled; null, and noted, where it is not. @throws {DomainError} `validation` */
export function resolutionOf(
  { resolutions, conflicts }: MergeContext,
  conflict: Conflict,
): Resolution | null {
  const resolution = resolutions.get(conflict.id)
  if (resolution === undefined) {
    conflicts.push(conflict)
    return null
  }
  if (resolution.take === 'text') expectAllowedText(conflict, resolution.text)
  return resolution
}

const MAX_LENGTHS: Readonly<Record<string, number>> = {
  title: 256,
  slug: 100,
  linkTitle: 100,
  emoji: 50,
  icon: 50,
  description: 300,
  condition: 1024,
}

/** A text can settle lines, and fields that are texts, within what an edit of them takes. */
function expectAllowedText({ kind, field, page }: Conflict, text: string): void {
  if (kind === 'block') return
  const most = kind === 'field' && field !== undefined ? MAX_LENGTHS[field] : undefined
  if (most === undefined)
    throw invalidResolution(`“${page.title}” can only be as in the space or as in the request here`)
  if (text.length > most) throw invalidResolution(`At most ${most} characters for ${field}`)
  if (field === 'title' && text.trim() === '') throw invalidResolution('A page needs a title')
  if (field === 'slug') expectSlug(text)
}

function expectSlug(text: string): void {
  if (isSlug(text)) return
  throw invalidResolution('Use letters, digits, “-”, “_” and “.” in a slug')
}

const invalidResolution = (message: string) => invalid([{ path: ['body', 'resolutions'], message }])

/** Whether the merged tree has a page: one that was there stays unless a side removed it. */
export const isAlive = ({ base, theirs, ours }: PageState): boolean =>
  base === null ? theirs !== null || ours !== null : theirs !== null && ours !== null
