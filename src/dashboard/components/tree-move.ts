import { slotOf } from '#contract/shared/position.ts'
import { branchOf, type Move, type TreeRow } from './tree-drop.ts'

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
