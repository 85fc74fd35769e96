/**
 * The smallest set of moved ids that explains the new order. Equal ends are cut off first, so that a move in a long
 * list costs little.
 */
export function movedIds(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const inBefore = new Set(before)
  const inAfter = new Set(after)
  const [old, now] = trimmed(
    before.filter((id) => inAfter.has(id)),
    after.filter((id) => inBefore.has(id)),
  )
  const indexes = new Map(old.map((id, index) => [id, index]))
  const unmoved = longestIncreasingSubsequence(now.map((id) => indexes.get(id) ?? 0))
  return new Set(now.filter((_, index) => !unmoved.has(index)))
}

function trimmed(a: readonly string[], b: readonly string[]): [readonly string[], readonly string[]] {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)]
}

/** The indexes of a longest increasing subsequence. */
function longestIncreasingSubsequence(values: readonly number[]): ReadonlySet<number> {
  const ends: number[] = []
  const previous: number[] = []
  for (const [index, value] of values.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((values[ends[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous[index] = low === 0 ? -1 : (ends[low - 1] ?? -1)
    ends[low] = index
  }
  const subsequence = new Set<number>()
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) subsequence.add(at)
  return subsequence
}

/** Three orders of one folder, and the ids that the merged folder contains. */
export type Orders = {
  readonly base: readonly string[]
  readonly theirs: readonly string[]
  readonly ours: readonly string[]
  readonly members: ReadonlySet<string>
}

/**
 * Merges orders: theirs, with everything that ours added or moved after the same neighbor as in ours. In the same gap
 * theirs comes first. Members that are in neither order come last.
 */
export function mergedOrder({ base, theirs, ours, members }: Orders): string[] {
  const moved = movedIds(base, ours)
  const inBase = new Set(base)
  const inTheirs = new Set(theirs)
  const isMovedByUs = (id: string) => !inBase.has(id) || !inTheirs.has(id) || moved.has(id)
  const ourMembers = ours.filter((id) => members.has(id))
  const groups = new Map<string | null, string[]>()
  let anchor: string | null = null
  for (const id of ourMembers) {
    if (!isMovedByUs(id)) anchor = id
    else if (groups.get(anchor)?.push(id) === undefined) groups.set(anchor, [id])
  }
  const movedByUs = new Set([...groups.values()].flat())
  const inOurs = new Set(ourMembers)
  const order: string[] = []
  let waiting = groups.get(null) ?? []
  for (const id of theirs) {
    if (!members.has(id) || movedByUs.has(id)) continue
    if (inOurs.has(id)) {
      order.push(...waiting)
      waiting = groups.get(id) ?? []
    }
    order.push(id)
  }
  order.push(...waiting)
  const known = new Set(order)
  return [...order, ...[...members].filter((id) => !known.has(id))]
}
