import { commonLines } from './common-lines.ts'

type Lines = readonly string[]

/** A run of lines that is settled, or one that both sides rewrote, each in its own way. */
export type MergedRun =
  | { readonly lines: Lines }
  | {
      readonly base: Lines
      readonly theirs: Lines
      readonly ours: Lines
      /** Index of the first line in theirs. */
      readonly at: number
    }

/**
 * Three states of a text as runs of lines, in order: what only one side rewrote is as it wants it, what both rewrote
 * alike is there once. Changes of both sides that touch are one run.
 */
export function* mergeLines(base: Lines, theirs: Lines, ours: Lines): Generator<MergedRun> {
  const toTheirs = matchesOf(base, theirs)
  const toOurs = matchesOf(base, ours)
  const isShared = (at: number) => (toTheirs[at] ?? -1) >= 0 && (toOurs[at] ?? -1) >= 0
  let [o, t, u] = [0, 0, 0]
  while (o < base.length || t < theirs.length || u < ours.length) {
    let next = o
    while (next < base.length && !isShared(next)) next++
    const [nextT, nextU] =
      next < base.length ? [toTheirs[next] ?? 0, toOurs[next] ?? 0] : [theirs.length, ours.length]
    if (next > o || nextT > t || nextU > u) {
      yield settled(base.slice(o, next), theirs.slice(t, nextT), ours.slice(u, nextU), t)
    }
    let length = 0
    while (toTheirs[next + length] === nextT + length && toOurs[next + length] === nextU + length) length++
    if (length > 0) yield { lines: base.slice(next, next + length) }
    o = next + length
    t = nextT + length
    u = nextU + length
  }
}

/** By line of `base`, the equal line of the other text; -1 where there is none. */
function matchesOf(base: Lines, other: Lines): Int32Array {
  const matches = new Int32Array(base.length).fill(-1)
  for (const [at, where] of commonLines(base, other)) matches[at] = where
  return matches
}

function settled(base: Lines, theirs: Lines, ours: Lines, at: number): MergedRun {
  if (isEqual(ours, base) || isEqual(ours, theirs)) return { lines: theirs }
  if (isEqual(theirs, base)) return { lines: ours }
  return { base, theirs, ours, at }
}

const isEqual = (a: Lines, b: Lines): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index])
