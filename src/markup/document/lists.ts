import type { DocumentNode } from '#contract/documents.ts'
import { block, type Data, dataOf } from './nodes.ts'

type Kind = {
  readonly isOrdered: boolean
  readonly isTasks: boolean
  readonly start?: unknown
  readonly isLoose: boolean
}

/**
 * A list in canonical form. Its items decide whether it is loose if Markdown leaves no choice, and an item without
 * text has no checkbox.
 */
export function listOf(
  { isOrdered, isTasks, start, isLoose }: Kind,
  nodes: readonly DocumentNode[],
): DocumentNode {
  const items = nodes.map((item) => ({ ...item, data: checkedData(item, isTasks) }))
  const isWide = items.some(({ nodes = [] }) => !isTight(nodes))
  const canBeLoose = items.length > 1 || items.some(({ nodes = [] }) => nodes.length > 1)
  const loose = isWide || (isLoose && canBeLoose) || undefined
  if (isOrdered) return block('list-ordered', { start: start === 1 ? undefined : start, loose }, items)
  const areTasks = items.every(({ data }) => typeof data.checked === 'boolean')
  return block(areTasks ? 'list-tasks' : 'list-unordered', { loose }, items)
}

function checkedData({ data, nodes = [] }: DocumentNode, isTask: boolean): Data {
  const startsWithText = nodes[0]?.type === 'paragraph' && nodes[0].data?.align === undefined
  return dataOf({ checked: startsWithText ? (data?.checked ?? (isTask ? false : undefined)) : undefined })
}

/** Whether an item needs no empty line in it: a paragraph, a list, or both. */
const isTight = (nodes: readonly DocumentNode[]): boolean => {
  const [first, second, ...more] = nodes
  if (first === undefined) return true
  const isParagraph = first.type === 'paragraph' && first.data?.align === undefined
  if (second === undefined) return isParagraph || isList(first)
  return isParagraph && isList(second) && more.length === 0
}

const isList = ({ type = '' }: DocumentNode): boolean => type.startsWith('list-')
