/** Indexes of two equal lines, one in each text. */
export type Pair = readonly [a: number, b: number]

/**
 * Lines that two texts have in common, in an order that holds in both. Lines that stand once in each are looked for
 * first, so that empty lines and the like do not lead astray; what lies between is compared step by step. Texts of
 * many equal lines would take long: after so many steps the rest counts as rewritten.
 */
export function commonLines(a: readonly string[], b: readonly string[]): readonly Pair[] {
  const [x, y] = numbered(a, b)
  const pairs: Pair[] = []
  const work: Range[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }]
  let steps = mostSteps
  for (let range = work.pop(); range !== undefined && steps > 0; range = work.pop()) {
    const inner = trimmed(x, y, range, pairs)
    const size = inner.a1 - inner.a0 + inner.b1 - inner.b0
    steps -= size
    if (inner.a0 === inner.a1 || inner.b0 === inner.b1) continue
    const anchors = anchorsIn(x, y, inner)
    if (anchors.length > 0) {
      pairs.push(...anchors)
      work.push(...between(inner, anchors))
      continue
    }
    const found = shortestWay(x, y, inner)
    steps -= size * Math.max(1, found.length)
    pairs.push(...found)
  }
  return pairs.sort(([one], [other]) => one - other)
}

const mostSteps = 20_000_000
/** Most lines that are added and removed between two anchors before they count as rewritten. */
const mostEdits = 400

type Range = { readonly a0: number; readonly a1: number; readonly b0: number; readonly b1: number }

/** Equal lines get equal numbers. */
function numbered(a: readonly string[], b: readonly string[]): readonly [Int32Array, Int32Array] {
  const numbers = new Map<string, number>()
  const numberOf = (line: string) => {
    const known = numbers.get(line)
    if (known !== undefined) return known
    numbers.set(line, numbers.size)
    return numbers.size - 1
  }
  return [Int32Array.from(a, numberOf), Int32Array.from(b, numberOf)]
}

/** Takes equal lines off both ends. */
function trimmed(x: Int32Array, y: Int32Array, range: Range, pairs: Pair[]): Range {
  let { a0, a1, b0, b1 } = range
  while (a0 < a1 && b0 < b1 && x[a0] === y[b0]) pairs.push([a0++, b0++])
  while (a0 < a1 && b0 < b1 && x[a1 - 1] === y[b1 - 1]) pairs.push([--a1, --b1])
  return { a0, a1, b0, b1 }
}

/** Lines that stand once on each side, as many of them as are in the same order. */
function anchorsIn(x: Int32Array, y: Int32Array, { a0, a1, b0, b1 }: Range): Pair[] {
  const inA = placesOf(x, a0, a1)
  const inB = placesOf(y, b0, b1)
  const both: Pair[] = []
  for (const [number, at] of inA) {
    const other = inB.get(number)
    if (at >= 0 && other !== undefined && other >= 0) both.push([at, other])
  }
  return rising(both)
}

/** Where each line stands; -1 when it stands more than once. */
function placesOf(lines: Int32Array, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? 0
    places.set(line, places.has(line) ? -1 : at)
  }
  return places
}

/** A longest run of pairs that rises on both sides; the pairs come in the order of the first. */
function rising(pairs: readonly Pair[]): Pair[] {
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

/** The common lines on the way of the fewest additions and removals (Myers 1986); none when those are too many. */
function shortestWay(x: Int32Array, y: Int32Array, { a0, a1, b0, b1 }: Range): Pair[] {
  const [n, m] = [a1 - a0, b1 - b0]
  const most = Math.min(n + m, mostEdits)
  const trace: Int32Array[] = []
  const front = new Int32Array(2 * most + 3)
  for (let edits = 0; edits <= most; edits++) {
    trace.push(front.slice())
    for (let k = -edits; k <= edits; k += 2) {
      let i = stepInto(front, k, edits, most)
      while (i < n && i - k < m && x[a0 + i] === y[b0 + i - k]) i++
      front[k + most + 1] = i
      if (i >= n && i - k >= m) return walkedBack(trace, { n, m, most, a0, b0 })
    }
  }
  return []
}

/** How far the way on diagonal `k` gets with one edit more. */
function stepInto(front: Int32Array, k: number, edits: number, most: number): number {
  const down = front[k + most + 2] ?? 0
  const right = (front[k + most] ?? 0) + 1
  return k === -edits || (k !== edits && right - 1 < down) ? down : right
}

type Walk = {
  readonly n: number
  readonly m: number
  readonly most: number
  readonly a0: number
  readonly b0: number
}

function walkedBack(trace: readonly Int32Array[], { n, m, most, a0, b0 }: Walk): Pair[] {
  const pairs: Pair[] = []
  let [i, j] = [n, m]
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const front = trace[edits] ?? new Int32Array()
    const k = i - j
    const start = edits === 0 ? 0 : stepInto(front, k, edits, most)
    while (i > start && j > 0) pairs.push([a0 + --i, b0 + --j])
    if (edits === 0) break
    const isDown = start === (front[k + most + 2] ?? 0) && isFromBelow(front, k, edits, most)
    if (isDown) j--
    else i--
  }
  return pairs
}

const isFromBelow = (front: Int32Array, k: number, edits: number, most: number): boolean =>
  k === -edits || (k !== edits && (front[k + most] ?? 0) < (front[k + most + 2] ?? 0))
