import {
  type Carrying,
  childrenOf,
  type Given,
  nearestSlot,
  outside,
  type Stand,
  slotsAt,
  visibleRows,
} from './tree-drop.ts'

/** What comes into the tree from outside of it, such as from a list beside it. */
export type Arriving = {
  readonly ids: readonly string[]
  /** Name of the first of them. */
  readonly title: string
  readonly kinds: ReadonlySet<string>
}

/** Works out every place where something from outside can land. */
export function carryIn({ ids, title, kinds }: Arriving, given: Given): Carrying {
  const others = visibleRows(given.rows, given.isOpen)
  const children = childrenOf(given.rows)
  const scene = { kinds, others, byId: new Map(others.map((one) => [one.id, one])), children, given }
  const common = { parentId: outside, depth: 0 }
  return {
    row: { ...common, id: ids[0] ?? '', kind: [...kinds][0] ?? '', title },
    ids,
    others,
    slotsIn: (at) => slotsAt(at, scene),
    home: others.length,
    homeSlot: { ...common, index: -1, position: {}, lineAfter: null, isInto: false },
    siblingsIn: (parentId) => children.get(parentId)?.length ?? 0,
  }
}

/** Where something from outside stands first when it is taken by keys: below a row, or as near to it as it can. */
export function standBelow(carrying: Carrying, id: string | null): Stand | null {
  const start = carrying.others.findIndex((one) => one.id === id) + 1
  const wanted = carrying.others[start - 1]?.depth ?? 0
  const gaps = carrying.others.map((_, gap) => gap).concat(carrying.others.length)
  for (const gap of [...gaps.slice(start), ...gaps.slice(0, start).reverse()]) {
    const slot = nearestSlot(carrying.slotsIn(gap), wanted)
    if (slot) return { gap, wanted, slot }
  }
  return null
}
