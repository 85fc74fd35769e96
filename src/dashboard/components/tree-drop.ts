import { type Position, slotOf } from '#contract/shared/position.ts'

/** One row of a tree, in the order in which the open tree is read from top to bottom. */
export type TreeRow = {
  readonly id: string
  readonly kind: string
  readonly depth: number
  readonly parentId: string | null
  readonly title: string
  /** False for what stays where it is. */
  readonly canDrag?: boolean
  /** Which kinds may be dropped into it; absent means it holds nothing. */
  readonly accepts?: (kind: string) => boolean
  /** Shows a twisty although no child is here, for branches that are filled on opening. */
  readonly isBranch?: boolean
}

/** A place where the carried row can land: under `parentId`, among its siblings at `index`, said as a position. */
export type Slot = {
  readonly parentId: string | null
  readonly index: number
  readonly depth: number
  readonly position: Position
  /** The visible row under which the line is drawn; null above the first. */
  readonly lineAfter: string | null
  /** Lands at the end of a closed branch, so that row itself is marked and no line is drawn. */
  readonly isInto: boolean
}

/** What there is to choose from while a row is carried. */
export type Carrying = {
  readonly row: TreeRow
  /** All rows that go, the carried one among them, in order; what stands inside one of them goes along. */
  readonly ids: readonly string[]
  /** The rows on screen that stay, in order. */
  readonly others: readonly TreeRow[]
  /** Where it can land above the n-th of the others, from shallow to deep; the last gap is below them all. */
  readonly slotsIn: (gap: number) => readonly Slot[]
  /** The gap and the slot where it lies now. */
  readonly home: number
  readonly homeSlot: Slot
  /** How many children a parent has without the carried row; null is the top. */
  readonly siblingsIn: (parentId: string | null) => number
}

export type Given = {
  /** All rows, those in closed branches too, parents before children. */
  readonly rows: readonly TreeRow[]
  readonly isOpen: (id: string) => boolean
  /** Which kinds may stand at the top. */
  readonly rootAccepts: (kind: string) => boolean
  /** When the carried row is one of these, all of them go. */
  readonly chosen?: ReadonlySet<string> | undefined
}

/** The rows on screen: those whose every ancestor is open. */
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

/** Of some rows those that are not inside another of them, and the ids of all that is in them. */
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

/** Works out every place where a row can land. Null when it is not on screen or may not be dragged. */
export function carry(id: string, given: Given): Carrying | null {
  const shown = visibleRows(given.rows, given.isOpen)
  const home = shown.findIndex((one) => one.id === id)
  const row = shown[home]
  if (!row || row.canDrag === false) return null
  const { tops, all: moving } = branchesOf(given.rows, companyOf(row, given))
  // What is inside something else that goes is carried by that.
  if (!tops.some((one) => one.id === id)) return null
  const children = childrenOf(given.rows.filter((one) => !moving.has(one.id)))
  const others = shown.filter((one) => !moving.has(one.id))
  const siblings = childrenOf(given.rows).get(row.parentId) ?? []
  const index = siblings.slice(0, siblings.indexOf(id)).filter((one) => !moving.has(one)).length
  const gap = shown.slice(0, home).filter((one) => !moving.has(one.id)).length
  const homeSlot: Slot = {
    ...placeIn(children.get(row.parentId) ?? [], index),
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
    given,
  }
  return {
    row,
    ids: tops.map((one) => one.id),
    others,
    slotsIn: (at) => slotsAt(at, scene),
    home: gap,
    homeSlot,
    siblingsIn: (parentId) => children.get(parentId)?.length ?? 0,
  }
}

/** The parent of what stands nowhere in the tree yet. */
export const outside = '\u0000outside'

export const isOutside = ({ homeSlot }: Pick<Carrying, 'homeSlot'>): boolean => homeSlot.parentId === outside

function companyOf({ id }: TreeRow, { rows, chosen }: Given): ReadonlySet<string> {
  if (!chosen?.has(id)) return new Set([id])
  return new Set(rows.filter((one) => chosen.has(one.id) && one.canDrag !== false).map((one) => one.id))
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
  given: Given
}

/** The slots of one gap: beside the row below it, up to inside the row above it. */
export function slotsAt(gap: number, scene: Scene): readonly Slot[] {
  const { kinds, others, given } = scene
  const floor = others[gap]?.depth ?? 0
  return parentsAt(others[gap - 1], scene)
    .filter(({ depth }) => depth >= floor)
    .filter(({ parent }) =>
      [...kinds].every((kind) =>
        parent === null ? given.rootAccepts(kind) : (parent.accepts?.(kind) ?? false),
      ),
    )
    .map(({ parent, after, depth }) => slotIn(parent, after, depth, others[gap - 1]?.id ?? null, scene))
}

type Landing = { parent: TreeRow | null; after: string | null; depth: number }

/** From shallow to deep: after each ancestor of the row above, after that row, and inside it. */
function parentsAt(above: TreeRow | undefined, { byId }: Scene): Landing[] {
  if (!above) return [{ parent: null, after: null, depth: 0 }]
  const landings: Landing[] = [{ parent: above, after: null, depth: above.depth + 1 }]
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
  { children, given }: Scene,
): Slot {
  const siblings = children.get(parent?.id ?? null) ?? []
  const isInto = parent !== null && after === null && !given.isOpen(parent.id)
  const index = isInto ? siblings.length : after === null ? 0 : siblings.indexOf(after) + 1
  return { ...placeIn(siblings, index), parentId: parent?.id ?? null, depth, lineAfter, isInto }
}

/** Said by the neighbour before it, else by the one after it; nothing to say among no siblings. */
function placeIn(siblings: readonly string[], index: number): { index: number; position: Position } {
  const after = siblings[index - 1]
  const before = siblings[index]
  if (after !== undefined) return { index, position: { after } }
  return { index, position: before === undefined ? {} : { before } }
}

/** The slot of a gap that is nearest to a depth; of two equally near the deeper one. */
export function nearestSlot(slots: readonly Slot[], depth: number): Slot | null {
  let best: Slot | null = null
  for (const slot of slots) {
    if (best === null || Math.abs(slot.depth - depth) <= Math.abs(best.depth - depth)) best = slot
  }
  return best
}

/** Where the pointer is: over which visible row, how far down in it (0 to 1), and the depth it asks for. */
export type Pointed = { readonly over: string; readonly part: number; readonly depth: number }

/** The slot a pointer means: the middle of a row means into it, its upper and lower part mean before and after. */
export function slotUnder(carrying: Carrying, { over, part, depth }: Pointed): Slot | null {
  const at = carrying.others.findIndex((one) => one.id === over)
  if (at < 0 && isOutside(carrying)) return nearestSlot(carrying.slotsIn(carrying.home), depth)
  if (at < 0) return nearestSlot(carrying.slotsIn(carrying.home), depth) ?? carrying.homeSlot
  const inside = carrying.slotsIn(at + 1).find((slot) => slot.parentId === over) ?? null
  if (inside && part > 0.3 && part < 0.7) return inside
  return nearestSlot(carrying.slotsIn(part < 0.5 ? at : at + 1), depth) ?? inside
}

/** Where a carried row is on its way by keys: `wanted` is the depth last asked for. */
export type Stand = { readonly gap: number; readonly wanted: number; readonly slot: Slot }
export type Step = 'up' | 'down' | 'deeper' | 'shallower'

export const standAtHome = ({ home, homeSlot }: Carrying): Stand => ({
  gap: home,
  wanted: homeSlot.depth,
  slot: homeSlot,
})

/** One key further; the same stand when there is nothing that way. */
export function stepFrom(carrying: Carrying, stand: Stand, step: Step): Stand {
  if (step === 'deeper' || step === 'shallower') return sidewards(carrying, stand, step === 'deeper')
  const way = step === 'down' ? 1 : -1
  for (let gap = stand.gap + way; gap >= 0 && gap <= carrying.others.length; gap += way) {
    const slot = nearestSlot(carrying.slotsIn(gap), stand.wanted)
    if (slot) return { gap, wanted: stand.wanted, slot }
  }
  return stand
}

function sidewards(carrying: Carrying, stand: Stand, isDeeper: boolean): Stand {
  const slots = carrying.slotsIn(stand.gap)
  const slot = isDeeper
    ? slots.find((one) => one.depth > stand.slot.depth)
    : slots.findLast((one) => one.depth < stand.slot.depth)
  return slot ? { gap: stand.gap, wanted: slot.depth, slot } : stand
}

/** What a drop asks for. */
export type Move = {
  readonly id: string
  readonly parentId: string | null
  readonly position: Position
  /** All rows that go there, in their order, where they are several. */
  readonly ids?: readonly string[]
}

/** The move that a drop into a slot asks for, or null when the row would lie where it lay. */
export function moveOf({ row, ids, homeSlot }: Carrying, slot: Slot): Move | null {
  if (slot.parentId === homeSlot.parentId && slot.index === homeSlot.index) return null
  const { parentId, position } = slot
  return { id: row.id, parentId, position, ...(ids.length > 1 ? { ids } : {}) }
}

/** The rows after a move; unchanged when a neighbour is not where the move says. */
export function moved<T extends TreeRow>(rows: readonly T[], { id, parentId, position }: Move): readonly T[] {
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
  const at = startOf(rest, siblings[slot]?.id ?? null, parent)
  return [...rest.slice(0, at), ...branch, ...rest.slice(at)]
}

/** Where in the list a branch begins that stands before `next`, or at the end of its parent. */
function startOf(rest: readonly TreeRow[], next: string | null, parent: TreeRow | undefined): number {
  if (next !== null) return rest.findIndex((one) => one.id === next)
  if (!parent) return rest.length
  return rest.findIndex((one) => one.id === parent.id) + branchOf(rest, parent.id).size
}
