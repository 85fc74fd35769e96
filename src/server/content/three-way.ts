import { createHash } from 'node:crypto'
import { mergeLines } from '#markup/merge-lines.ts'
import type { Conflict } from './changes.ts'
import { isSameValue } from './entries.ts'

/** Three states of one thing: what both sides saw, what it is now, what is wanted. */
export type Sides<T> = { readonly base: T; readonly theirs: T; readonly ours: T }

export type MergedValue<T> = { readonly value: T } | { readonly clash: true }

/** Merges a value as a whole: who did not change it gives way, equal changes agree. */
export function mergeValue<T>({ base, theirs, ours }: Sides<T>): MergedValue<T> {
  if (isSameValue(theirs, base)) return { value: ours }
  if (isSameValue(ours, base) || isSameValue(ours, theirs)) return { value: theirs }
  return { clash: true }
}

/** A run of lines that both sides changed, each in its own way. */
export type LineConflict = Sides<readonly string[]> & { readonly line: number }

export type MergedText = { readonly value: string } | { readonly clashes: readonly LineConflict[] }

/** Longer texts clash as a whole. */
const MAX_LINES = 20_000

/**
 * Merges by lines. Where both sides changed the same lines, or lines that touch, each such run is a clash, unless
 * `settle` tells what is to stand there.
 */
export function mergeText(
  sides: Sides<string>,
  resolve: (clash: LineConflict) => readonly string[] | null = () => null,
): MergedText {
  const whole = mergeValue(sides)
  if ('value' in whole) return whole
  const texts = { base: linesOf(sides.base), theirs: linesOf(sides.theirs), ours: linesOf(sides.ours) }
  const lines: string[] = []
  const clashes: LineConflict[] = []
  for (const run of mergedRuns(texts)) {
    const settled = 'line' in run ? resolve(run) : run
    if (settled !== null) for (const line of settled) lines.push(line)
    else if ('line' in run) clashes.push(run)
  }
  return clashes.length > 0 ? { clashes } : { value: lines.join('\n') }
}

function* mergedRuns({ base, theirs, ours }: Sides<string[]>): Generator<readonly string[] | LineConflict> {
  if (Math.max(theirs.length, base.length, ours.length) > MAX_LINES) {
    yield { base, theirs, ours, line: 1 }
    return
  }
  for (const run of mergeLines(base, theirs, ours)) {
    if ('lines' in run) yield run.lines
    else yield { base: run.base, theirs: run.theirs, ours: run.ours, line: run.at + 1 }
  }
}

const linesOf = (text: string) => text.split('\n')

/**
 * Where a place among the siblings of `base` is among those of now: behind the nearest sibling before it that is
 * still there. `at` absent means the end.
 */
export function currentIndex(base: readonly string[], now: readonly string[], at: number | undefined) {
  if (at === undefined || at >= base.length) return undefined
  for (let index = at - 1; index >= 0; index--) {
    const place = now.indexOf(base[index] ?? '')
    if (place >= 0) return place + 1
  }
  return 0
}

/**
 * A conflict with its name: the same as long as neither side changes again. `mark` tells apart what its texts do not.
 */
export function conflictOf(about: Omit<Conflict, 'id'>, mark: unknown = null): Conflict {
  const { page, kind, field, base, theirs, ours } = about
  const named = [page.id, kind, field ?? null, base ?? null, theirs ?? null, ours ?? null]
  if (mark !== null) named.push(JSON.stringify(mark))
  const id = createHash('sha256').update(JSON.stringify(named)).digest('base64url').slice(0, 20)
  return { id, ...about }
}

/** The sides of a conflict as texts; what has no value is left out. */
export function sidesAsText(sides: Sides<unknown>) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const given = Object.entries(sides).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given.map(([side, value]) => [side, text(value)]))
}
