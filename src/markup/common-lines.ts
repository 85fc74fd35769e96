import { diffArrays } from 'diff'

/** Indexes of two equal lines, one in each text. */
export type Pair = readonly [a: number, b: number]

/**
 * Lines that two texts have in common, in the same order in both. Lines that occur exactly once in each text are the
 * anchors (patience diff), so that empty lines cannot align unrelated paragraphs; a shortest edit script covers the
 * stretches between anchors. Texts with many equal lines would take long: after `MAX_STEPS` the remaining lines count
 * as rewritten.
 */
export function commonLines(a: readonly string[], b: readonly string[]): readonly Pair[] {
  const [x, y] = numberLines(a, b)
  const pairs: Pair[] = []
  const work: Range[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }]
  let steps = MAX_STEPS
  for (let range = work.pop(); range !== undefined && steps > 0; range = work.pop()) {
    const inner = trimCommonEnds(x, y, range, pairs)
    const size = inner.a1 - inner.a0 + inner.b1 - inner.b0
    steps -= size
    if (inner.a0 === inner.a1 || inner.b0 === inner.b1) continue
    const anchors = anchorsIn(x, y, inner)
    if (anchors.length > 0) {
      pairs.push(...anchors)
      work.push(...between(inner, anchors))
      continue
    }
    const common = shortestEditScript(x, y, inner)
    steps -= size * Math.max(1, common.length)
    pairs.push(...common)
  }
  return pairs.sort(([one], [other]) => one - other)
}

const MAX_STEPS = 20_000_000
/** With more lines added and removed between two anchors, the stretch counts as rewritten. */
const MAX_EDITS = 400

type Range = { readonly a0: number; readonly a1: number; readonly b0: number; readonly b1: number }

/** Equal lines get equal numbers. */
function numberLines(a: readonly string[], b: readonly string[]): readonly [Int32Array, Int32Array] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const number = numbers.get(line)
    if (number !== undefined) return number
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  return [Int32Array.from(a, numberOf), Int32Array.from(b, numberOf)]
}

/** Strips equal lines from both ends and records them. */
function trimCommonEnds(x: Int32Array, y: Int32Array, range: Range, pairs: Pair[]): Range {
  let { a0, a1, b0, b1 } = range
  while (a0 < a1 && b0 < b1 && x[a0] === y[b0]) pairs.push([a0++, b0++])
  while (a0 < a1 && b0 < b1 && x[a1 - 1] === y[b1 - 1]) pairs.push([--a1, --b1])
  return { a0, a1, b0, b1 }
}

/** Lines that occur once on each side: as many of them as are in the same order. */
function anchorsIn(x: Int32Array, y: Int32Array, { a0, a1, b0, b1 }: Range): Pair[] {
  const inA = uniqueIndexes(x, a0, a1)
  const inB = uniqueIndexes(y, b0, b1)
  const both: Pair[] = []
  for (const [number, at] of inA) {
    const other = inB.get(number)
    if (at >= 0 && other !== undefined && other >= 0) both.push([at, other])
  }
  return longestIncreasing(both)
}

/** The index of each line; -1 if it occurs more than once. */
function uniqueIndexes(lines: Int32Array, from: number, to: number): Map<number, number> {
  const indexes = new Map<number, number>()
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? 0
    indexes.set(line, indexes.has(line) ? -1 : at)
  }
  return indexes
}

/** A longest increasing subsequence by the second index; the pairs are sorted by the first. */
function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, [, b]] of pairs.entries()) {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < b) low = middle + 1
      else high = middle
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] ?? -1)
    ends[low] = index
  }
  const run: Pair[] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) run.push(pairs[at] ?? [0, 0])
  return run.reverse()
}

function between({ a0, a1, b0, b1 }: Range, anchors: readonly Pair[]): Range[] {
  const ranges: Range[] = []
  let [a, b] = [a0, b0]
  for (const [nextA, nextB] of [...anchors, [a1, b1] as const]) {
    if (nextA > a && nextB > b) ranges.push({ a0: a, a1: nextA, b0: b, b1: nextB })
    a = nextA + 1
    b = nextB + 1
  }
  return ranges
}

/** The common lines of a shortest edit script; none if that takes more than `MAX_EDITS` edits. */
function shortestEditScript(x: Int32Array, y: Int32Array, { a0, a1, b0, b1 }: Range): Pair[] {
  const changes = diffArrays([...x.subarray(a0, a1)], [...y.subarray(b0, b1)], { maxEditLength: MAX_EDITS })
  const pairs: Pair[] = []
  let [a, b] = [a0, b0]
  for (const { added, removed, count } of changes ?? []) {
    if (removed) a += count
    else if (added) b += count
    else for (const end = a + count; a < end; ) pairs.push([a++, b++])
  }
  return pairs
}
