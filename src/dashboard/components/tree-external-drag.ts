import {
  childrenOf,
  type Drag,
  type DragPosition,
  nearestSlot,
  OUTSIDE,
  slotsAt,
  type TreeView,
  visibleRows,
} from './tree-drop.ts'

/** Items dragged into the tree from outside, such as from a list beside it. */
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
