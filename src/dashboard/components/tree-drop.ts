import type { Position } from '#contract/shared/position.ts'

/** One row of a tree, in the order in which the open tree is read from top to bottom. */
export type TreeRow = {
  readonly id: string
  readonly kind: string
  readonly depth: number
  readonly parentId: string | null
  readonly title: string
  /** False for a row that can't be moved. */
  readonly canDrag?: boolean
  /** Which kinds may be dropped into it; absent means none. */
  readonly accepts?: (kind: string) => boolean
  /** Can be opened although it has no children yet: they are loaded then. */
  readonly isBranch?: boolean
}

/** Where the dragged row can land: under `parentId`, at `index` among its children, and as a position for the API. */
export type Slot = {
  readonly parentId: string | null
  readonly index: number
  readonly depth: number
  readonly position: Position
  /** The visible row under which the line is drawn; null above the first. */
  readonly lineAfter: string | null
  /** Lands at the end of a closed branch, so that row is highlighted and no line is drawn. */
  readonly isInto: boolean
}

/** A drag: what moves, and every slot it can land in. */
export type Drag = {
  readonly row: TreeRow
  /** All rows that move, in order, including the dragged one; their descendants move with them. */
  readonly ids: readonly string[]
  /** The visible rows that don't move, in order. */
  readonly others: readonly TreeRow[]
  /** The slots above the n-th of the others, from shallow to deep; the last gap is below them all. */
  readonly slotsIn: (gap: number) => readonly Slot[]
  /** The gap and the slot of its current position. */
  readonly homeGap: number
  readonly homeSlot: Slot
  /** How many children a parent has without the moving rows; null is the top level. */
  readonly siblingsIn: (parentId: string | null) => number
}

export type TreeView = {
  /** All rows, those in closed branches too, parents before children. */
  readonly rows: readonly TreeRow[]
  readonly isOpen: (id: string) => boolean
  /** Which kinds may be at the top level. */
  readonly rootAccepts: (kind: string) => boolean
  /** If the dragged row is one of these, all of them move. */
  readonly selected?: ReadonlySet<string> | undefined
}

/** The visible rows: those whose ancestors are all open. */
export function visibleRows<T extends TreeRow>(rows: readonly T[], isOpen: (id: string) => boolean): T[] {
  const shown: T[] = []
  let closedAt = Number.POSITIVE_INFINITY
  for (const row of rows) {
    if (row.depth > closedAt) continue
    closedAt = isOpen(row.id) ? Number.POSITIVE_INFINITY : row.depth
    shown.push(row)
  }
  return shown
}

/** The ids of a row and of everything below it. */
export const branchOf = (rows: readonly TreeRow[], id: string): Set<string> =>
  branchesOf(rows, new Set([id])).all

/** Those of some rows that are not inside another of them, and the ids of everything in them. */
function branchesOf(
  rows: readonly TreeRow[],
  ids: ReadonlySet<string>,
): { tops: TreeRow[]; all: Set<string> } {
  const tops: TreeRow[] = []
  const all = new Set<string>()
  let depth = Number.POSITIVE_INFINITY
  for (const row of rows) {
    const isInside = row.depth > depth
    if (!isInside) depth = ids.has(row.id) ? row.depth : Number.POSITIVE_INFINITY
    if (!isInside && ids.has(row.id)) tops.push(row)
    if (isInside || ids.has(row.id)) all.add(row.id)
  }
  return { tops, all }
}

/** Starts a drag with every slot the row can land in. Null if it is not visible or can't be dragged. */
export function startDrag(id: string, view: TreeView): Drag | null {
  const shown = visibleRows(view.rows, view.isOpen)
  const home = shown.findIndex((one) => one.id === id)
  const row = shown[home]
  if (!row || row.canDrag === false) return null
  const { tops, all: moving } = branchesOf(view.rows, draggedWith(row, view))
  // A row inside another moving row moves with that one.
  if (!tops.some((one) => one.id === id)) return null
  const children = childrenOf(view.rows.filter((one) => !moving.has(one.id)))
  const others = shown.filter((one) => !moving.has(one.id))
  const siblings = childrenOf(view.rows).get(row.parentId) ?? []
  const index = siblings.slice(0, siblings.indexOf(id)).filter((one) => !moving.has(one)).length
  const gap = shown.slice(0, home).filter((one) => !moving.has(one.id)).length
  const homeSlot: Slot = {
    ...indexAndPosition(children.get(row.parentId) ?? [], index),
    parentId: row.parentId,
    depth: row.depth,
    lineAfter: others[gap - 1]?.id ?? null,
    isInto: false,
  }
  const scene = {
    kinds: new Set(tops.map(({ kind }) => kind)),
    others,
    byId: new Map(others.map((one) => [one.id, one])),
    children,
    view,
  }
  return {
    row,
    ids: tops.map((one) => one.id),
    others,
    slotsIn: (at) => slotsAt(at, scene),
    homeGap: gap,
    homeSlot,
    siblingsIn: (parentId) => children.get(parentId)?.length ?? 0,
  }
}

/** The parent of items that are not in the tree yet. */
export const OUTSIDE = '\u0000outside'

export const isOutside = ({ homeSlot }: Pick<Drag, 'homeSlot'>): boolean => homeSlot.parentId === OUTSIDE

function draggedWith({ id }: TreeRow, { rows, selected }: TreeView): ReadonlySet<string> {
  if (!selected?.has(id)) return new Set([id])
  return new Set(rows.filter((one) => selected.has(one.id) && one.canDrag !== false).map((one) => one.id))
}

type Children = ReadonlyMap<string | null, readonly string[]>

export function childrenOf(rows: readonly TreeRow[]): Children {
  const children = new Map<string | null, string[]>()
  for (const { id, parentId } of rows) {
    const siblings = children.get(parentId)
    if (siblings) siblings.push(id)
    else children.set(parentId, [id])
  }
  return children
}

type Scene = {
  kinds: ReadonlySet<string>
  others: readonly TreeRow[]
  byId: ReadonlyMap<string, TreeRow>
  children: Children
  view: TreeView
}

/** The slots of one gap: next to the row below it, up to inside the row above it. */
export function slotsAt(gap: number, scene: Scene): readonly Slot[] {
  const { kinds, others, view } = scene
  const floor = others[gap]?.depth ?? 0
  return parentsAt(others[gap - 1], scene)
    .filter(({ depth }) => depth >= floor)
    .filter(({ parent }) =>
      [...kinds].every((kind) =>
        parent === null ? view.rootAccepts(kind) : (parent.accepts?.(kind) ?? false),
      ),
    )
    .map(({ parent, after, depth }) => slotIn(parent, after, depth, others[gap - 1]?.id ?? null, scene))
}

type ParentSlot = { parent: TreeRow | null; after: string | null; depth: number }

/** From shallow to deep: after each ancestor of the row above, after that row, and inside it. */
function parentsAt(above: TreeRow | undefined, { byId }: Scene): ParentSlot[] {
  if (!above) return [{ parent: null, after: null, depth: 0 }]
  const landings: ParentSlot[] = [{ parent: above, after: null, depth: above.depth + 1 }]
  let one: TreeRow | undefined = above
  while (one) {
    const parent: TreeRow | undefined = one.parentId === null ? undefined : byId.get(one.parentId)
    landings.unshift({ parent: parent ?? null, after: one.id, depth: one.depth })
    one = parent
  }
  return landings
}

function slotIn(
  parent: TreeRow | null,
  after: string | null,
  depth: number,
  lineAfter: string | null,
  { children, view }: Scene,
): Slot {
  const siblings = children.get(parent?.id ?? null) ?? []
  const isInto = parent !== null && after === null && !view.isOpen(parent.id)
  const index = isInto ? siblings.length : after === null ? 0 : siblings.indexOf(after) + 1
  return { ...indexAndPosition(siblings, index), parentId: parent?.id ?? null, depth, lineAfter, isInto }
}

/** Relative to the neighbor before it, else to the one after it; empty without siblings. */
function indexAndPosition(siblings: readonly string[], index: number): { index: number; position: Position } {
  const after = siblings[index - 1]
  const before = siblings[index]
  if (after !== undefined) return { index, position: { after } }
  return { index, position: before === undefined ? {} : { before } }
}

/** The slot of a gap that is nearest to a depth; the deeper one if two are equally near. */
export function nearestSlot(slots: readonly Slot[], depth: number): Slot | null {
  let best: Slot | null = null
  for (const slot of slots) {
    if (best === null || Math.abs(slot.depth - depth) <= Math.abs(best.depth - depth)) best = slot
  }
  return best
}

/** Where the pointer is: over which visible row, how far down in it (0 to 1), and the depth it points at. */
export type PointerTarget = { readonly over: string; readonly part: number; readonly depth: number }

/** The slot a pointer means: the middle of a row means into it, its upper and lower part mean before and after. */
export function slotUnder(drag: Drag, { over, part, depth }: PointerTarget): Slot | null {
  const at = drag.others.findIndex((one) => one.id === over)
  if (at < 0 && isOutside(drag)) return nearestSlot(drag.slotsIn(drag.homeGap), depth)
  if (at < 0) return nearestSlot(drag.slotsIn(drag.homeGap), depth) ?? drag.homeSlot
  const inside = drag.slotsIn(at + 1).find((slot) => slot.parentId === over) ?? null
  if (inside && part > 0.3 && part < 0.7) return inside
  const beside = nearestSlot(drag.slotsIn(part < 0.5 ? at : at + 1), depth) ?? inside
  return beside ?? (part < 0.5 ? null : slotBelowBranch(drag, at))
}

/** The slot after everything in an open row, for what cannot land among its children. */
function slotBelowBranch(drag: Drag, at: number): Slot | null {
  const { depth = 0, parentId } = drag.others[at] ?? {}
  const end = drag.others.findIndex((one, index) => index > at && one.depth <= depth)
  const slots = drag.slotsIn(end < 0 ? drag.others.length : end)
  return slots.find((slot) => slot.parentId === parentId) ?? null
}

/** Where a row is during a keyboard drag: `preferredDepth` is the depth the user last chose. */
export type DragPosition = { readonly gap: number; readonly preferredDepth: number; readonly slot: Slot }
export type Step = 'up' | 'down' | 'deeper' | 'shallower'

export const initialPosition = ({ homeGap, homeSlot }: Drag): DragPosition => ({
  gap: homeGap,
  preferredDepth: homeSlot.depth,
  slot: homeSlot,
})

/** The position after one more key; the same one if there is nothing in that direction. */
export function nextPosition(drag: Drag, current: DragPosition, step: Step): DragPosition {
  if (step === 'deeper' || step === 'shallower') return changeDepth(drag, current, step === 'deeper')
  const way = step === 'down' ? 1 : -1
  for (let gap = current.gap + way; gap >= 0 && gap <= drag.others.length; gap += way) {
    const slot = nearestSlot(drag.slotsIn(gap), current.preferredDepth)
    if (slot) return { gap, preferredDepth: current.preferredDepth, slot }
  }
  return current
}

function changeDepth(drag: Drag, current: DragPosition, isDeeper: boolean): DragPosition {
  const slots = drag.slotsIn(current.gap)
  const slot = isDeeper
    ? slots.find((one) => one.depth > current.slot.depth)
    : slots.findLast((one) => one.depth < current.slot.depth)
  return slot ? { gap: current.gap, preferredDepth: slot.depth, slot } : current
}

/** The move that a drop requests. */
export type Move = {
  readonly id: string
  readonly parentId: string | null
  readonly position: Position
  /** All rows that move there, in order, if there are several. */
  readonly ids?: readonly string[]
}

/** The move of a drop into a slot; null if the row is there already. */
export function moveOf({ row, ids, homeSlot }: Drag, slot: Slot): Move | null {
  if (slot.parentId === homeSlot.parentId && slot.index === homeSlot.index) return null
  const { parentId, position } = slot
  return { id: row.id, parentId, position, ...(ids.length > 1 ? { ids } : {}) }
}
