import { isAlive, type MergeContext, resolutionOf } from './merge-context.ts'
import { conflictPage, type PageState, parentLabel } from './merge-states.ts'
import { conflictOf, mergeValue } from './three-way.ts'

type Parents = Map<string, string | null>

/**
 * The page that holds each page of the merged tree, null for the root. Nobody is lost: what would hang below a
 * page that is gone goes to the next one above it that is there, and no page ends up below itself.
 */
export function mergeParents(merging: MergeContext): ReadonlyMap<string, string | null> {
  const places: Parents = new Map()
  for (const [id, state] of merging.states) {
    if (isAlive(state)) places.set(id, mergedParent(merging, id, state))
  }
  reparentOrphans(merging.states, places)
  breakCycles(merging, places)
  return places
}

function mergedParent(merging: MergeContext, id: string, { base, theirs, ours }: PageState): string | null {
  if (theirs === null || ours === null) return (theirs ?? ours)?.parent ?? null
  const merged = mergeValue<string | null | undefined>({
    base: base?.parent,
    theirs: theirs.parent,
    ours: ours.parent,
  })
  if ('value' in merged) return merged.value ?? null
  return takesOurs(merging, id) ? ours.parent : theirs.parent
}

/** Whether a page that has two places goes where the request wants it; theirs while nobody decided. */
function takesOurs(merging: MergeContext, id: string, mark: unknown = null): boolean {
  const { diffs, states } = merging
  const { base, theirs, ours } = states.get(id) ?? { base: null, theirs: null, ours: null }
  const found = conflictOf(
    {
      page: conflictPage(diffs, states, id),
      kind: 'place',
      ...(base === null ? {} : { base: parentLabel(diffs, 'base', base.parent) }),
      ...(theirs === null ? {} : { theirs: parentLabel(diffs, 'theirs', theirs.parent) }),
      ...(ours === null ? {} : { ours: parentLabel(diffs, 'ours', ours.parent) }),
    },
    mark ?? [theirs?.parent, ours?.parent],
  )
  return resolutionOf(merging, found)?.take === 'request'
}

/** A page that is not known here was changed by nobody, and so is there. */
const isGone = (states: ReadonlyMap<string, PageState>, id: string): boolean => {
  const state = states.get(id)
  return state !== undefined && !isAlive(state)
}

function reparentOrphans(states: ReadonlyMap<string, PageState>, places: Parents): void {
  for (const [id, parent] of places) {
    if (parent !== null && isGone(states, parent)) places.set(id, survivingAncestor(states, parent))
  }
}

function survivingAncestor(states: ReadonlyMap<string, PageState>, gone: string): string | null {
  const passed = new Set<string>()
  let at: string | null = gone
  while (at !== null && isGone(states, at)) {
    if (passed.has(at)) return null
    passed.add(at)
    const state = states.get(at)
    at = (state?.base ?? state?.theirs ?? state?.ours)?.parent ?? null
  }
  return at
}

/**
 * Two moves that are fine each for itself may put pages below each other in a circle. One of the request's moves in
 * it is named as a conflict of places; the request's way undoes the moves of the space that are in the circle.
 */
function breakCycles(merging: MergeContext, places: Parents): void {
  const { states } = merging
  const settled = new Set<string>()
  for (let circle = cycleIn(places); circle !== null; circle = cycleIn(places)) {
    const free = circle.filter((id) => !settled.has(id)).sort()
    const ours = free.filter((id) => movedBy(states, 'ours', id))
    const moved = ours.find((id) => states.get(id)?.base !== null) ?? ours[0]
    const changes = moved === undefined ? [] : cycleBreakingMoves(merging, circle, moved)
    // With every move settled, what is left of a circle hangs on the root.
    const [first = circle[0] ?? ''] = free
    for (const [id, parent] of changes.length > 0 ? changes : [[first, null] as const]) {
      places.set(id, parent)
      settled.add(id)
    }
    if (moved !== undefined) settled.add(moved)
    reparentOrphans(states, places)
  }
}

function cycleBreakingMoves(
  merging: MergeContext,
  circle: readonly string[],
  moved: string,
): (readonly [string, string | null])[] {
  const { states } = merging
  if (!takesOurs(merging, moved, [...circle].sort()))
    return [[moved, states.get(moved)?.theirs?.parent ?? null]]
  return circle
    .filter((id) => id !== moved && movedBy(states, 'theirs', id))
    .map((id) => [id, states.get(id)?.ours?.parent ?? null])
}

function movedBy(states: ReadonlyMap<string, PageState>, who: 'theirs' | 'ours', id: string): boolean {
  const state = states.get(id)
  return state?.base?.parent !== state?.[who]?.parent
}

/** The ids of a circle of pages that hold each other, null when there is none. */
function cycleIn(places: ReadonlyMap<string, string | null>): readonly string[] | null {
  const safe = new Set<string>()
  for (const start of places.keys()) {
    const way: string[] = []
    const onWay = new Set<string>()
    let at: string | null | undefined = start
    while (at !== null && at !== undefined && !safe.has(at)) {
      if (onWay.has(at)) return way.slice(way.indexOf(at))
      onWay.add(at)
      way.push(at)
      at = places.get(at)
    }
    for (const id of way) safe.add(id)
  }
  return null
}
