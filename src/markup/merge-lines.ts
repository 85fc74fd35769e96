import { commonLines } from './common-lines.ts'

type Lines = readonly string[]

/** A merged run of lines, or a conflict: a run that both sides changed differently. */
export type MergedRun =
  | { readonly lines: Lines }
  | {
      readonly base: Lines
      readonly theirs: Lines
      readonly ours: Lines
      /** Index of the first line in `theirs`. */
      readonly at: number
    }

/**
 * Three-way merge of lines, as runs in order. Changes of one side, and equal changes of both sides, are merged.
 * Adjacent changes of both sides form one run.
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
      yield resolveRun(base.slice(o, next), theirs.slice(t, nextT), ours.slice(u, nextU), t)
    }
    let length = 0
    while (toTheirs[next + length] === nextT + length && toOurs[next + length] === nextU + length) length++
    if (length > 0) yield { lines: base.slice(next, next + length) }
    o = next + length
    t = nextT + length
    u = nextU + length
  }
}

/** For each line of `base`, the index of the common line in `other`, or -1. */
function matchesOf(base: Lines, other: Lines): Int32Array {
  const matches = new Int32Array(base.length).fill(-1)
  for (const [at, where] of commonLines(base, other)) matches[at] = where
  return matches
}

function resolveRun(base: Lines, theirs: Lines, ours: Lines, at: number): MergedRun {
  if (isEqual(ours, base) || isEqual(ours, theirs)) return { lines: theirs }
  if (isEqual(theirs, base)) return { lines: ours }
  return { base, theirs, ours, at }
}

const isEqual = (a: Lines, b: Lines): boolean =>
  a.length === b.length && a.every((line, index) => line === b[index])
