import { type MergeContext, resolutionOf } from './merge-context.ts'
import { conflictPage, type PageState } from './merge-states.ts'
import { conflictOf } from './three-way.ts'
import { hasSameContent } from './tree-diff.ts'

type Deleter = 'theirs' | 'ours'

/** Pages that one side removed together, and what the other side changed in or below them. */
type Removal = {
  readonly root: string
  readonly members: readonly string[]
  readonly changed: readonly string[]
}

/** The maximum of changed pages that a conflict lists. */
const MAX_NAMED_PAGES = 20

/**
 * Handles pages that one side removed and the other changed: pages below each other are one conflict, about the topmost
 * page. Unresolved, the pages stay.
 */
export function mergeDeletions(context: MergeContext): void {
  for (const deleter of ['ours', 'theirs'] as const) {
    for (const removal of removalsBy(context.states, deleter)) {
      if (removal.changed.length > 0) resolveRemoval(context, deleter, removal)
    }
  }
}

function resolveRemoval(context: MergeContext, deleter: Deleter, { root, members, changed }: Removal): void {
  const { diffs, states } = context
  const keeper = otherThan(deleter)
  const page = conflictPage(diffs, states, root)
  const below = changed
    .slice(0, MAX_NAMED_PAGES)
    .map((id) => ({ id, title: conflictPage(diffs, states, id).title }))
  const titles = { base: states.get(root)?.base?.entry.title ?? page.title, [keeper]: page.title }
  const mark = changed.map((id) => [id, states.get(id)?.[keeper]])
  const resolution = resolutionOf(context, conflictOf({ page, kind: 'page', ...titles, below }, mark))
  if (resolution?.take === (deleter === 'ours' ? 'request' : 'primary')) return
  for (const id of members) {
    const state = states.get(id)
    if (state !== undefined) state[deleter] = state.base
  }
}

const otherThan = (deleter: Deleter): Deleter => (deleter === 'ours' ? 'theirs' : 'ours')

function removalsBy(states: ReadonlyMap<string, PageState>, deleter: Deleter): Removal[] {
  const keeper = otherThan(deleter)
  const isRemoved = (state: PageState) =>
    state.base !== null && state[deleter] === null && state[keeper] !== null
  const removed = new Set([...states].flatMap(([id, state]) => (isRemoved(state) ? [id] : [])))
  const removals = new Map<string, { root: string; members: string[]; changed: string[] }>()
  const removalOf = (id: string) => {
    const root = topmost(states, keeper, removed, id)
    const removal = removals.get(root) ?? { root, members: [], changed: [] }
    removals.set(root, removal)
    return removal
  }
  for (const id of removed) removalOf(id).members.push(id)
  for (const [id, state] of states) {
    const now = state[keeper]
    if (now === null || !isChangedBy(state, keeper)) continue
    if (removed.has(id)) removalOf(id).changed.push(id)
    else if (now.parent !== null && removed.has(now.parent) && state.base?.parent !== now.parent)
      removalOf(now.parent).changed.push(id)
  }
  return [...removals.values()]
}

/** The topmost removed page among the ancestors in the tree of the side that still has them. */
function topmost(
  states: ReadonlyMap<string, PageState>,
  keeper: Deleter,
  removed: ReadonlySet<string>,
  id: string,
): string {
  let at = id
  for (;;) {
    const above = states.get(at)?.[keeper]?.parent
    if (above === null || above === undefined || !removed.has(above)) return at
    at = above
  }
}

function isChangedBy({ base, ...sides }: PageState, side: Deleter): boolean {
  const now = sides[side]
  if (base === null || now === null) return base !== now
  return base.parent !== now.parent || !hasSameContent(base.entry, now.entry)
}
