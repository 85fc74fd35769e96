import type { DocumentNode } from '#contract/documents.ts'
import { block, type Data, dataOf } from './make.ts'

type Kind = {
  readonly isOrdered: boolean
  readonly isTasks: boolean
  readonly start?: unknown
  readonly isLoose: boolean
}

/**
 * A list of items. What stands in them decides whether it is loose where Markdown leaves no choice, and an item
 * without words has no box to tick.
 */
export function listOf(
  { isOrdered, isTasks, start, isLoose }: Kind,
  given: readonly DocumentNode[],
): DocumentNode {
  const items = given.map((item) => ({ ...item, data: checkedOf(item, isTasks) }))
  const isWide = items.some(({ nodes = [] }) => !isTight(nodes))
  const canBeLoose = items.length > 1 || items.some(({ nodes = [] }) => nodes.length > 1)
  const loose = isWide || (isLoose && canBeLoose) || undefined
  if (isOrdered) return block('list-ordered', { start: start === 1 ? undefined : start, loose }, items)
  const areTasks = items.every(({ data }) => typeof data.checked === 'boolean')
  return block(areTasks ? 'list-tasks' : 'list-unordered', { loose }, items)
}

function checkedOf({ data, nodes = [] }: DocumentNode, isTask: boolean): Data {
  const hasWords = nodes[0]?.type === 'paragraph' && nodes[0].data?.align === undefined
  return dataOf({ checked: hasWords ? (data?.checked ?? (isTask ? false : undefined)) : undefined })
}

/** Whether an item needs no empty line in it: words, a list, or words and a list. */
const isTight = (nodes: readonly DocumentNode[]): boolean => {
  const [first, second, ...more] = nodes
  if (first === undefined) return true
  const isWords = first.type === 'paragraph' && first.data?.align === undefined
  if (second === undefined) return isWords || isList(first)
  return isWords && isList(second) && more.length === 0
}

const isList = ({ type = '' }: DocumentNode): boolean => type.startsWith('list-')
