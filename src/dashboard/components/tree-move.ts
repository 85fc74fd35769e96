import { slotOf } from '#contract/shared/position.ts'
import {
  branchOf,
  childrenOf,
  type Drag,
  type DragPosition,
  isOutside,
  type Move,
  nearestSlot,
  OUTSIDE,
  type Slot,
  slotsAt,
  type TreeRow,
  type TreeView,
  visibleRows,
} from './tree-drop.ts'

/** The rows after a move; unchanged if a neighbor is not where the move says. */
export function withMove<T extends TreeRow>(
  rows: readonly T[],
  { id, parentId, position }: Move,
): readonly T[] {
  const moving = branchOf(rows, id)
  const rest = rows.filter((one) => !moving.has(one.id))
  const parent = rest.find((one) => one.id === parentId)
  const siblings = rest.filter((one) => one.parentId === parentId)
  const slot = slotOf(
    siblings.map((one) => one.id),
    position,
  )
  const top = rows.find((one) => one.id === id)
  if (!top || slot === null || (parentId !== null && !parent)) return rows
  const shift = (parent ? parent.depth + 1 : 0) - top.depth
  const branch = rows
    .filter((one) => moving.has(one.id))
    .map((one) => ({ ...one, depth: one.depth + shift, parentId: one.id === id ? parentId : one.parentId }))
  const at = insertionIndex(rest, siblings[slot]?.id ?? null, parent)
  return [...rest.slice(0, at), ...branch, ...rest.slice(at)]
}

/** Where a branch starts in the list that goes before `next`, or to the end of its parent. */
function insertionIndex(rest: readonly TreeRow[], next: string | null, parent: TreeRow | undefined): number {
  if (next !== null) return rest.findIndex((one) => one.id === next)
  if (!parent) return rest.length
  return rest.findIndex((one) => one.id === parent.id) + branchOf(rest, parent.id).size
}

/** Items dragged into the tree from outside, such as from a list next to it. */
export type ExternalItems = {
  readonly ids: readonly string[]
  /** Title of the first one. */
  readonly title: string
  readonly kinds: ReadonlySet<string>
}

/** Starts a drag of items from outside, with every slot they can land in. */
export function dragFromOutside({ ids, title, kinds }: ExternalItems, view: TreeView): Drag {
  const others = visibleRows(view.rows, view.isOpen)
  const children = childrenOf(view.rows)
  const scene = { kinds, others, byId: new Map(others.map((one) => [one.id, one])), children, view }
  const common = { parentId: OUTSIDE, depth: 0 }
  return {
    row: { ...common, id: ids[0] ?? '', kind: [...kinds][0] ?? '', title },
    ids,
    others,
    slotsIn: (at) => slotsAt(at, scene),
    homeGap: others.length,
    homeSlot: { ...common, index: -1, position: {}, lineAfter: null, isInto: false },
    siblingsIn: (parentId) => children.get(parentId)?.length ?? 0,
  }
}

/** Where a keyboard drag from outside starts: below a row, or as near to it as possible. */
export function keyboardStartBelow(drag: Drag, id: string | null): DragPosition | null {
  const start = drag.others.findIndex((one) => one.id === id) + 1
  const preferredDepth = drag.others[start - 1]?.depth ?? 0
  const gaps = drag.others.map((_, gap) => gap).concat(drag.others.length)
  for (const gap of [...gaps.slice(start), ...gaps.slice(0, start).reverse()]) {
    const slot = nearestSlot(drag.slotsIn(gap), preferredDepth)
    if (slot) return { gap, preferredDepth, slot }
  }
  return null
}

/** The title of the dragged row, or how many rows there are. */
export const draggedLabel = ({ row, ids }: Pick<Drag, 'row' | 'ids'>): string =>
  ids.length === 1 ? row.title : `${ids.length} rows`

/** “Reference is now 2 of 3 in Docs”: announced after every key and at every new target of the pointer. */
export function positionMessage(drag: Drag, { parentId, index, isInto }: Slot): string {
  const parent = drag.others.find((one) => one.id === parentId)
  const { length } = drag.ids
  // The rows of a closed branch may not be loaded, so their number is not known.
  if (isInto && parent)
    return `${draggedLabel(drag)} ${length === 1 ? 'is' : 'are'} now last in ${parent.title}`
  const place = `${index + 1} of ${drag.siblingsIn(parentId) + length}`
  const verb = length === 1 ? 'is' : 'are'
  return `${draggedLabel(drag)} ${verb} now ${place}${parent ? ` in ${parent.title}` : ''}`
}

/** Announced once when a row is picked up by keyboard. */
export const pickedUpMessage = (drag: Drag, slot: Slot): string =>
  `${positionMessage(drag, slot)}. Move it with the arrow keys, drop it with Space, cancel with Escape`

export const refusedMessage = (drag: Drag, reason?: string | null): string =>
  isOutside(drag)
    ? `${draggedLabel(drag)} can only be dropped on a row of the tree`
    : `${draggedLabel(drag)} can’t be dropped here${reason ? `: ${reason}` : ''}`

/** What the kinds of rows are called. */
const kindNames: Readonly<Record<string, string>> = {
  space: 'a space',
  collection: 'a collection',
  'site-section': 'a section',
  'site-section-group': 'a group',
  'site-space': 'a space',
  document: 'a page',
  group: 'a group',
  link: 'a link',
}

/** Why the dragged rows cannot land at a row: “a group can’t go into “Docs””. Null if they can. */
export function refusalReason(drag: Drag, slot: Slot | null, over: string): string | null {
  const kind = drag.ids.length === 1 ? (kindNames[drag.row.kind] ?? 'this') : 'these'
  const target = drag.others.find((one) => one.id === over)
  // Only what moves is not among the others.
  if (!target && !isOutside(drag)) return over === drag.row.id ? null : `${kind} can’t go inside itself`
  if (slot || !target) return null
  const parent = target.accepts ? target : drag.others.find((one) => one.id === target.parentId)
  return parent ? `${kind} can’t go into “${parent.title}”` : `${kind} can’t be at the top level`
}

/** “Reference moved, now 2 of 3 in Docs” */
export const movedMessage = (drag: Drag, slot: Slot): string =>
  positionMessage(drag, slot).replace(/ (is|are) now /, isOutside(drag) ? ' added, now ' : ' moved, now ')

export const revertedMessage = (drag: Drag): string =>
  isOutside(drag)
    ? `${draggedLabel(drag)} ${drag.ids.length === 1 ? 'wasn’t' : 'weren’t'} added`
    : `${draggedLabel(drag)} returned to ${drag.ids.length === 1 ? 'its' : 'their'} position`
