import { isAlive, type MergeContext, resolutionOf } from './merge-context.ts'
import { conflictPage, type PageState, parentLabel } from './merge-states.ts'
import { conflictOf, mergeValue } from './three-way.ts'

type Parents = Map<string, string | null>

/**
 * The parent of each page of the merged tree, null for the root. No page is lost: children of a removed page move to
 * its nearest remaining ancestor, and no page ends up below itself.
 */
export function mergeParents(context: MergeContext): ReadonlyMap<string, string | null> {
  const parents: Parents = new Map()
  for (const [id, state] of context.states) {
    if (isAlive(state)) parents.set(id, mergedParent(context, id, state))
  }
  reparentOrphans(context.states, parents)
  breakCycles(context, parents)
  return parents
}

function mergedParent(context: MergeContext, id: string, { base, theirs, ours }: PageState): string | null {
  if (theirs === null || ours === null) return (theirs ?? ours)?.parent ?? null
  const merged = mergeValue<string | null | undefined>({
    base: base?.parent,
    theirs: theirs.parent,
    ours: ours.parent,
  })
  if ('value' in merged) return merged.value ?? null
  return takesOurs(context, id) ? ours.parent : theirs.parent
}

/** Whether a page that both sides moved goes to the request's parent; to the space's while unresolved. */
function takesOurs(context: MergeContext, id: string, mark: unknown = null): boolean {
  const { diffs, states } = context
  const { base, theirs, ours } = states.get(id) ?? { base: null, theirs: null, ours: null }
  const conflict = conflictOf(
    {
      page: conflictPage(diffs, states, id),
      kind: 'place',
      ...(base === null ? {} : { base: parentLabel(diffs, 'base', base.parent) }),
      ...(theirs === null ? {} : { theirs: parentLabel(diffs, 'theirs', theirs.parent) }),
      ...(ours === null ? {} : { ours: parentLabel(diffs, 'ours', ours.parent) }),
    },
    mark ?? [theirs?.parent, ours?.parent],
  )
  return resolutionOf(context, conflict)?.take === 'request'
}

/** A page without a state is unchanged on both sides and so exists. */
const isGone = (states: ReadonlyMap<string, PageState>, id: string): boolean => {
  const state = states.get(id)
  return state !== undefined && !isAlive(state)
}

function reparentOrphans(states: ReadonlyMap<string, PageState>, parents: Parents): void {
  for (const [id, parent] of parents) {
    if (parent !== null && isGone(states, parent)) parents.set(id, survivingAncestor(states, parent))
  }
}

function survivingAncestor(states: ReadonlyMap<string, PageState>, gone: string): string | null {
  const visited = new Set<string>()
  let at: string | null = gone
  while (at !== null && isGone(states, at)) {
    if (visited.has(at)) return null
    visited.add(at)
    const state = states.get(at)
    at = (state?.base ?? state?.theirs ?? state?.ours)?.parent ?? null
  }
  return at
}

/**
 * Two valid moves together can put pages below each other in a cycle. One of the request's moves in it becomes a
 * conflict; resolving it for the request undoes the space's moves in the cycle.
 */
function breakCycles(context: MergeContext, parents: Parents): void {
  const { states } = context
  const decided = new Set<string>()
  for (let cycle = cycleIn(parents); cycle !== null; cycle = cycleIn(parents)) {
    const free = cycle.filter((id) => !decided.has(id)).sort()
    const ours = free.filter((id) => movedBy(states, 'ours', id))
    const moved = ours.find((id) => states.get(id)?.base !== null) ?? ours[0]
    const changes = moved === undefined ? [] : cycleBreakingMoves(context, cycle, moved)
    // Once every move is decided, what remains of a cycle goes below the root.
    const [first = cycle[0] ?? ''] = free
    for (const [id, parent] of changes.length > 0 ? changes : [[first, null] as const]) {
      parents.set(id, parent)
      decided.add(id)
    }
    if (moved !== undefined) decided.add(moved)
    reparentOrphans(states, parents)
  }
}

function cycleBreakingMoves(
  context: MergeContext,
  cycle: readonly string[],
  moved: string,
): (readonly [string, string | null])[] {
  const { states } = context
  if (!takesOurs(context, moved, [...cycle].sort()))
    return [[moved, states.get(moved)?.theirs?.parent ?? null]]
  return cycle
    .filter((id) => id !== moved && movedBy(states, 'theirs', id))
    .map((id) => [id, states.get(id)?.ours?.parent ?? null])
}

function movedBy(states: ReadonlyMap<string, PageState>, side: 'theirs' | 'ours', id: string): boolean {
  const state = states.get(id)
  return state?.base?.parent !== state?.[side]?.parent
}

/** The ids of a cycle of pages, null if there is none. */
function cycleIn(parents: ReadonlyMap<string, string | null>): readonly string[] | null {
  const safe = new Set<string>()
  for (const start of parents.keys()) {
    const trail: string[] = []
    const onTrail = new Set<string>()
    let at: string | null | undefined = start
    while (at !== null && at !== undefined && !safe.has(at)) {
      if (onTrail.has(at)) return trail.slice(trail.indexOf(at))
      onTrail.add(at)
      trail.push(at)
      at = parents.get(at)
    }
    for (const id of trail) safe.add(id)
  }
  return null
}
