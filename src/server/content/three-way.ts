import { createHash } from 'node:crypto'
import { runTextTask, TextTooComplex } from '../text-tasks/run.ts'
import type { Conflict } from './changes.ts'
import { isSameValue } from './entries.ts'
import { type MergedTextRun, wholeConflict } from './merged-runs.ts'

/** Three states of a value: the common base, the space's (theirs) and the request's (ours). */
export type Sides<T> = { readonly base: T; readonly theirs: T; readonly ours: T }

export type MergedValue<T> = { readonly value: T } | { readonly conflict: true }

/** Merges a value as a whole: a changed side wins over an unchanged one, and equal changes agree. */
export function mergeValue<T>({ base, theirs, ours }: Sides<T>): MergedValue<T> {
  if (isSameValue(theirs, base)) return { value: ours }
  if (isSameValue(ours, base) || isSameValue(ours, theirs)) return { value: theirs }
  return { conflict: true }
}

/** A run of lines that both sides changed differently. */
export type LineConflict = Sides<readonly string[]> & { readonly line: number }

export type MergedText = { readonly value: string } | { readonly conflicts: readonly LineConflict[] }

/**
 * Merges by lines. A run of the same or adjacent lines that both sides changed is a conflict, unless `resolve` returns
 * its lines.
 */
export async function mergeText(
  sides: Sides<string>,
  resolve: (conflict: LineConflict) => readonly string[] | null = () => null,
): Promise<MergedText> {
  const whole = mergeValue(sides)
  if ('value' in whole) return whole
  const parts: string[] = []
  const conflicts: LineConflict[] = []
  for (const run of await runsOf(sides)) {
    if ('text' in run) {
      parts.push(run.text)
      continue
    }
    const resolved = resolve(run)
    if (resolved === null) conflicts.push(run)
    else if (resolved.length > 0) parts.push(resolved.join('\n'))
  }
  return conflicts.length > 0 ? { conflicts } : { value: parts.join('\n') }
}

/** Texts whose merge takes too long are one conflict. */
async function runsOf(sides: Sides<string>): Promise<readonly MergedTextRun[]> {
  const { base, theirs, ours } = sides
  try {
    return await runTextTask('mergedRuns', { base, theirs, ours }, base, theirs, ours)
  } catch (error) {
    if (error instanceof TextTooComplex) return wholeConflict(sides)
    throw error
  }
}

/**
 * Maps an index among the siblings of `base` to the current ones: after the nearest preceding sibling that still
 * exists. An absent `at` means the end.
 */
export function currentIndex(base: readonly string[], now: readonly string[], at: number | undefined) {
  if (at === undefined || at >= base.length) return undefined
  for (let index = at - 1; index >= 0; index--) {
    const current = now.indexOf(base[index] ?? '')
    if (current >= 0) return current + 1
  }
  return 0
}

/**
 * A conflict with its id, which is stable as long as neither side changes again. `mark` distinguishes conflicts with
 * equal texts.
 */
export function conflictOf(fields: Omit<Conflict, 'id'>, mark: unknown = null): Conflict {
  const { page, kind, field, base, theirs, ours } = fields
  const identity = [page.id, kind, field ?? null, base ?? null, theirs ?? null, ours ?? null]
  if (mark !== null) identity.push(JSON.stringify(mark))
  const id = createHash('sha256').update(JSON.stringify(identity)).digest('base64url').slice(0, 20)
  return { id, ...fields }
}

/** The sides of a conflict as texts; sides without a value are left out. */
export function sidesAsText(sides: Sides<unknown>) {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  const entries = Object.entries(sides).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(entries.map(([side, value]) => [side, text(value)]))
}

/** The sides of a line conflict as texts. */
export const joinedSides = ({ base, theirs, ours }: Sides<readonly string[]>) => ({
  base: base.join('\n'),
  theirs: theirs.join('\n'),
  ours: ours.join('\n'),
})
