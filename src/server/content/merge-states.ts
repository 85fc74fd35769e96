import type { Conflict } from './changes.ts'
import { pathOfBreadcrumbs } from './page-tree.ts'
import { breadcrumbsIn, type Side, type TreeDiff, type TreePage } from './tree-diff.ts'

/** One page in the tree both sides started from, in that of the space (theirs) and in that of the request (ours). */
export type PageState = { base: TreePage | null; theirs: TreePage | null; ours: TreePage | null }
export type MergeSide = keyof PageState

/** How both sides differ from their common base. */
export type Diffs = { readonly theirs: TreeDiff; readonly ours: TreeDiff }

/** Every page that one of the sides may have changed, as each side has it. A page one has not seen is as in the base. */
export function statesOf({ theirs, ours }: Diffs): Map<string, PageState> {
  const states = new Map<string, PageState>()
  for (const id of [...theirs.pages.keys(), ...ours.pages.keys()]) {
    if (states.has(id)) continue
    const [t, o] = [theirs.pages.get(id), ours.pages.get(id)]
    const base = (o ?? t)?.before ?? null
    states.set(id, { base, theirs: t === undefined ? base : t.after, ours: o === undefined ? base : o.after })
  }
  return states
}

/** A page's address in one of the three trees; null for links, and where it is not there. */
export function pathOf(diffs: Diffs, who: MergeSide, id: string): string | null {
  const [diff, side] = treeOf(diffs, who, id)
  return (diff.pages.get(id)?.[side] ?? null) === null
    ? null
    : pathOfBreadcrumbs(breadcrumbsIn(diff, side, id))
}

/** Where a tree that one diff has not looked at is as the other one saw the base. */
function treeOf({ theirs, ours }: Diffs, who: MergeSide, id: string): readonly [TreeDiff, Side] {
  if (who === 'base') return [ours.pages.has(id) ? ours : theirs, 'before']
  const [own, other] = who === 'theirs' ? [theirs, ours] : [ours, theirs]
  return own.pages.has(id) ? [own, 'after'] : [other, 'before']
}

/** The address of a place for pages: `/` for the root. */
export const parentLabel = (diffs: Diffs, who: MergeSide, parent: string | null): string =>
  parent === null ? '/' : `/${pathOf(diffs, who, parent) ?? parent}`

/** A page as conflicts name it: by what the space calls it, else the request. */
export function conflictPage(
  diffs: Diffs,
  states: ReadonlyMap<string, PageState>,
  id: string,
): Conflict['page'] {
  const state = states.get(id)
  const who = (['theirs', 'ours', 'base'] as const).find((one) => state?.[one])
  const path = who === undefined ? null : pathOf(diffs, who, id)
  const title = (who === undefined ? undefined : state?.[who]?.entry.title) ?? ''
  return { id, title, ...(path === null ? {} : { path }) }
}
