import type { Conflict } from './changes.ts'
import { pathOfBreadcrumbs } from './page-tree.ts'
import { breadcrumbsIn, type Side, type TreeDiff, type TreePage } from './tree-diff.ts'

/** A page in the common base, in the space (theirs) and in the request (ours). */
export type PageState = { base: TreePage | null; theirs: TreePage | null; ours: TreePage | null }
export type MergeSide = keyof PageState

/** The differences of both sides from their common base. */
export type Diffs = { readonly theirs: TreeDiff; readonly ours: TreeDiff }

/** Every page that a side may have changed, as each side has it; a side without the page in its diff has the base's. */
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

/** A page's path in one of the three trees; null for links and where it is missing. */
export function pathOf(diffs: Diffs, mergeSide: MergeSide, id: string): string | null {
  const [diff, side] = treeOf(diffs, mergeSide, id)
  return (diff.pages.get(id)?.[side] ?? null) === null
    ? null
    : pathOfBreadcrumbs(breadcrumbsIn(diff, side, id))
}

/** The diff and its side that contain a page of a tree: a page outside one diff is as the other one has it in the base. */
function treeOf({ theirs, ours }: Diffs, side: MergeSide, id: string): readonly [TreeDiff, Side] {
  if (side === 'base') return [ours.pages.has(id) ? ours : theirs, 'before']
  const [own, other] = side === 'theirs' ? [theirs, ours] : [ours, theirs]
  return own.pages.has(id) ? [own, 'after'] : [other, 'before']
}

/** The path of a parent page as conflicts show it: `/` for the root. */
export const parentLabel = (diffs: Diffs, side: MergeSide, parent: string | null): string =>
  parent === null ? '/' : `/${pathOf(diffs, side, parent) ?? parent}`

/** A page as conflicts show it: as in the space, else as in the request. */
export function conflictPage(
  diffs: Diffs,
  states: ReadonlyMap<string, PageState>,
  id: string,
): Conflict['page'] {
  const state = states.get(id)
  const side = (['theirs', 'ours', 'base'] as const).find((one) => state?.[one])
  const path = side === undefined ? null : pathOf(diffs, side, id)
  const title = (side === undefined ? undefined : state?.[side]?.entry.title) ?? ''
  return { id, title, ...(path === null ? {} : { path }) }
}
