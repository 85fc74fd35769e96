import type { Node } from 'prosemirror-model'
import { commonStart } from '#markup/visual/changed-ranges.ts'

/** A node, and the node that it becomes; one of them is undefined for a node that is removed or added. */
export type NodePair = { readonly before?: Node | undefined; readonly after?: Node | undefined }

/** More pairs than this are not compared, but paired in order. */
const MAX_COMPARED = 2500

/** Pairs nodes with those that they became, in order: equal ones at both ends, and similar ones between them. */
export function alignNodes(before: readonly Node[], after: readonly Node[]): NodePair[] {
  let start = 0
  const shorter = Math.min(before.length, after.length)
  while (start < shorter && isEqual(before[start], after[start])) start++
  let end = 0
  while (end < shorter - start && isEqual(before[before.length - 1 - end], after[after.length - 1 - end]))
    end++
  const pairAt = (at: number, other: number): NodePair => ({ before: before[at], after: after[other] })
  return [
    ...Array.from({ length: start }, (_, at) => pairAt(at, at)),
    ...alignDifferent(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...Array.from({ length: end }, (_, at) => pairAt(before.length - end + at, after.length - end + at)),
  ]
}

const isEqual = (a: Node | undefined, b: Node | undefined): boolean =>
  a !== undefined && b !== undefined && (a === b || a.eq(b))

/** The pairs with the highest sum of similarities. */
function alignDifferent(before: readonly Node[], after: readonly Node[]): NodePair[] {
  if (before.length * after.length > MAX_COMPARED) return inOrder(before, after)
  const scores = before.map((one) => after.map((other) => similarity(one, other)))
  const best = Array.from({ length: before.length + 1 }, () => new Float64Array(after.length + 1))
  const at = (a: number, b: number): number => best[a]?.[b] ?? 0
  for (let a = before.length - 1; a >= 0; a--) {
    const row = best[a]
    for (let b = after.length - 1; b >= 0 && row !== undefined; b--)
      row[b] = Math.max(at(a + 1, b), at(a, b + 1), at(a + 1, b + 1) + (scores[a]?.[b] ?? 0))
  }
  const pairs: NodePair[] = []
  let [a, b] = [0, 0]
  while (a < before.length && b < after.length) {
    const score = scores[a]?.[b] ?? 0
    if (score > 0 && at(a, b) === at(a + 1, b + 1) + score)
      pairs.push({ before: before[a++], after: after[b++] })
    else if (at(a, b) === at(a + 1, b)) pairs.push({ before: before[a++] })
    else pairs.push({ after: after[b++] })
  }
  while (a < before.length) pairs.push({ before: before[a++] })
  while (b < after.length) pairs.push({ after: after[b++] })
  return pairs
}

const inOrder = (before: readonly Node[], after: readonly Node[]): NodePair[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, at) => {
    const [one, other] = [before[at], after[at]]
    if (one === undefined || other === undefined || canBecome(one, other))
      return [{ before: one, after: other }]
    return [{ before: one }, { after: other }]
  }).flat()

/** Whether a node can become another one in place, so that what is in it stays. */
export const canBecome = (before: Node, after: Node): boolean =>
  before.type === after.type || (isText(before) && isText(after)) || (isList(before) && isList(after))

const isText = ({ type }: Node): boolean => type.name === 'paragraph' || type.name === 'heading'
const isList = ({ type }: Node): boolean => type.name === 'bulletList' || type.name === 'orderedList'

/** 0 if a node cannot become another one, 2 if they are equal, and between that by the text that they share. */
function similarity(before: Node, after: Node): number {
  if (!canBecome(before, after)) return 0
  if (before.eq(after)) return 2
  const [a, b] = [textOf(before), textOf(after)]
  const start = commonStart(a, b)
  const end = Math.min(commonStart(reversed(a), reversed(b)), Math.min(a.length, b.length) - start)
  return 0.1 + (start + end) / Math.max(1, a.length, b.length)
}

const textOf = (node: Node): string => (node.isLeaf ? JSON.stringify(node.attrs) : node.textContent)
const reversed = (text: string): string => text.split('').reverse().join('')
