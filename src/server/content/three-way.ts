import { createHash } from 'node:crypto'
import { diff3Merge } from 'node-diff3'
import type { Conflict } from './changes.ts'
import { isSameValue } from './entries.ts'

/** Three states of one thing: what both sides saw, what it is now, what is wanted. */
export type Sides<T> = { readonly base: T; readonly theirs: T; readonly ours: T }

export type Merged<T> = { readonly value: T } | { readonly clash: true }

/** Merges a value as a whole: who did not change it gives way, equal changes agree. */
export function mergeValue<T>({ base, theirs, ours }: Sides<T>): Merged<T> {
  if (isSameValue(theirs, base)) return { value: ours }
  if (isSameValue(ours, base) || isSameValue(ours, theirs)) return { value: theirs }
  return { clash: true }
}

export type MergedText =
  | { readonly value: string }
  | { readonly clashes: readonly (Sides<string> & { readonly line: number })[] }

/** Longer than this the search for common lines takes too long; the texts then clash as a whole. */
const mostLines = 5000

/** Merges by lines. Where both sides changed the same lines, or lines that touch, each such run is a clash. */
export function mergeText(sides: Sides<string>): MergedText {
  const whole = mergeValue(sides)
  if ('value' in whole) return whole
  const theirs = linesOf(sides.theirs)
  const base = linesOf(sides.base)
  const ours = linesOf(sides.ours)
  if (Math.max(theirs.length, base.length, ours.length) > mostLines)
    return { clashes: [{ ...sides, line: 1 }] }
  return mergeLines(ours, base, theirs)
}

function mergeLines(ours: string[], base: string[], theirs: string[]): MergedText {
  const lines: string[] = []
  const clashes: (Sides<string> & { line: number })[] = []
  for (const region of diff3Merge(ours, base, theirs, { excludeFalseConflicts: true })) {
    if (region.ok) lines.push(...region.ok)
    if (!region.conflict) continue
    const { a, o, b, bIndex } = region.conflict
    clashes.push({ base: o.join('\n'), theirs: b.join('\n'), ours: a.join('\n'), line: bIndex + 1 })
  }
  return clashes.length > 0 ? { clashes } : { value: lines.join('\n') }
}

const linesOf = (text: string) => text.split('\n')

/**
 * Where a place among the siblings of `base` is among those of now: behind the nearest sibling before it that is
 * still there. `at` absent means the end.
 */
export function placeNow(base: readonly string[], now: readonly string[], at: number | undefined) {
  if (at === undefined || at >= base.length) return undefined
  for (let index = at - 1; index >= 0; index--) {
    const place = now.indexOf(base[index] ?? '')
    if (place >= 0) return place + 1
  }
  return 0
}

/** A conflict with its name: the same as long as neither side changes again. */
export function conflict(about: Omit<Conflict, 'id'>): Conflict {
  const { page, kind, field, base, theirs, ours } = about
  const named = JSON.stringify([page.id, kind, field ?? null, base ?? null, theirs ?? null, ours ?? null])
  return { id: createHash('sha256').update(named).digest('base64url').slice(0, 20), ...about }
}
