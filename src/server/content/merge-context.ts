import { invalid } from '../errors.ts'
import type { Conflict, Resolution } from './changes.ts'
import type { Diffs, PageState } from './merge-states.ts'
import { isSlug } from './page-fields.ts'

/** A merge in progress: the states of all pages that may have changed. */
export type MergeContext = {
  readonly diffs: Diffs
  readonly states: Map<string, PageState>
  readonly resolutions: ReadonlyMap<string, Resolution>
  /** Conflicts without a resolution. */
  readonly conflicts: Conflict[]
}

/** The resolution of a conflict; without one the conflict is recorded and the result is null. @throws {DomainError} `validation` */
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

/** A text can resolve conflicts of lines and of text fields, within the limits of an edit. */
function expectAllowedText({ kind, field, page }: Conflict, text: string): void {
  if (kind === 'block') return
  const limit = kind === 'field' && field !== undefined ? MAX_LENGTHS[field] : undefined
  if (limit === undefined)
    throw invalidResolution(
      `“${page.title}” can’t be edited here. Choose the version of the space or of the change request`,
    )
  if (text.length > limit) throw invalidResolution(`Use ${limit} characters or fewer for the ${field}`)
  if (field === 'title' && text.trim() === '') throw invalidResolution('A page needs a title')
  if (field === 'slug') expectSlug(text)
}

function expectSlug(text: string): void {
  if (isSlug(text)) return
  throw invalidResolution('Use letters, digits, “-”, “_” and “.” in a slug')
}

const invalidResolution = (message: string) => invalid([{ path: ['body', 'resolutions'], message }])

/** Whether the merged tree has the page: an existing page stays unless a side removed it. */
export const isAlive = ({ base, theirs, ours }: PageState): boolean =>
  base === null ? theirs !== null || ours !== null : theirs !== null && ours !== null
