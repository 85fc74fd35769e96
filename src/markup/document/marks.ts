import type { DocumentLeaf, DocumentNode } from '#contract/documents.ts'
import { isText, textNode, voidInline } from './make.ts'

export type Mark = DocumentLeaf['marks'][number]

/** From the outermost to the innermost: equal text has equal marks, however they were nested. */
export const markNames = [
  'color',
  'bold',
  'italic',
  'strikethrough',
  'superscript',
  'subscript',
  'keyboard',
  'code',
] as const

export const isSameMark = (a: Mark, b: Mark): boolean =>
  a.type === b.type && JSON.stringify(a.data ?? {}) === JSON.stringify(b.data ?? {})

export const hasMark = (marks: readonly Mark[], mark: Mark): boolean =>
  marks.some((one) => isSameMark(one, mark))

/** Each mark once, in their order; of colours the innermost counts. */
export function sortedMarks(marks: readonly Mark[]): Mark[] {
  return markNames.flatMap((name) => marks.findLast(({ type }) => type === name) ?? [])
}

/**
 * Inlines in the one form of their content: neighbours of equal marks are one, people and emoji stand by themselves.
 * In a link nobody is named.
 */
export function tidyInlines(nodes: readonly DocumentNode[], isInLink = false): DocumentNode[] {
  const tidy: DocumentNode[] = []
  for (const node of nodes) {
    const last = tidy.at(-1)
    if (!isText(node)) tidy.push(node)
    else if (last !== undefined && isText(last)) tidy.splice(-1, 1, textNode(joined(last, node)))
    else tidy.push(textNode(joined(textNode([]), node)))
  }
  return tidy
    .flatMap((node) => split(node, isInLink))
    .filter((node) => !isText(node) || node.leaves?.length !== 0)
}

function joined(left: DocumentNode, right: DocumentNode): DocumentLeaf[] {
  const leaves = [...(left.leaves ?? [])]
  for (const { text, marks } of right.leaves ?? []) {
    const last = leaves.at(-1)
    const sorted = sortedMarks(marks)
    if (text === '') continue
    if (last && sameMarks(last.marks, sorted)) leaves.splice(-1, 1, { ...last, text: last.text + text })
    else leaves.push({ object: 'leaf', text, marks: sorted })
  }
  return leaves
}

export const sameMarks = (a: readonly Mark[], b: readonly Mark[]): boolean =>
  a.length === b.length && a.every((mark, index) => isSameMark(mark, b[index] ?? mark))

const special = /(?<![\p{L}\p{N}@])@\[([A-Za-z0-9_\-]{1,64})\]|\p{RGI_Emoji}/gv
/** Digits and signs are emoji only with what follows them; alone they are text. */
const plain = /^[\d#*©®™]$/u

/** Whom a text names and its emoji are nodes of their own, as the Markdown of the text cannot tell them apart. */
function split(node: DocumentNode, isInLink: boolean): DocumentNode[] {
  if (!isText(node)) return [node]
  const parts: DocumentNode[] = []
  let leaves: DocumentLeaf[] = []
  const cut = (made: DocumentNode) => {
    parts.push(textNode(leaves), made)
    leaves = []
  }
  for (const leaf of node.leaves ?? []) {
    if (leaf.marks.some(({ type }) => type === 'code')) {
      leaves.push(leaf)
      continue
    }
    let from = 0
    for (const match of leaf.text.matchAll(special)) {
      if (plain.test(match[0]) || (isInLink && match[1] !== undefined)) continue
      if (match.index > from) leaves.push({ ...leaf, text: leaf.text.slice(from, match.index) })
      cut(match[1] === undefined ? emojiNode(match[0]) : mentionNode(match[1]))
      from = match.index + match[0].length
    }
    if (from < leaf.text.length) leaves.push({ ...leaf, text: leaf.text.slice(from) })
  }
  return [...parts, textNode(leaves)]
}

export const mentionNode = (user: string): DocumentNode =>
  voidInline('mention', { ref: { kind: 'user', user } })

const emojiNode = (text: string): DocumentNode =>
  voidInline('emoji', { code: [...text].map((sign) => sign.codePointAt(0)?.toString(16)).join('-') })

/** The characters of an emoji's code, `1f468-200d-1f4bb`; null when it is none. */
export function emojiText(code: string): string | null {
  if (!/^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,15}$/i.test(code)) return null
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  return points.some((point) => point > 0x10ffff) ? null : String.fromCodePoint(...points)
}

/** Without the space around each line, which Markdown does not keep; nothing is left of lines without ink. */
export function trimmedLines(nodes: readonly DocumentNode[]): DocumentNode[] {
  const lines = nodes.map((node) =>
    isText(node)
      ? textNode((node.leaves ?? []).map((leaf) => respaced(leaf, /[ \t]*\n[ \t]*/g, '\n')))
      : node,
  )
  const trimmed = tidyInlines(lines)
  trimEdge(trimmed, 'first', /^[ \t\n]+/)
  trimEdge(trimmed, 'last', /[ \t\n]+$/)
  return trimmed
}

const respaced = (leaf: DocumentLeaf, space: RegExp, by: string): DocumentLeaf =>
  isCode(leaf) ? leaf : { ...leaf, text: leaf.text.replace(space, by) }

const isCode = ({ marks }: DocumentLeaf): boolean => marks.some(({ type }) => type === 'code')

/** Takes the space away from one end, and the text that is nothing else. The nodes are those made by `tidyInlines`. */
function trimEdge(nodes: DocumentNode[], side: 'first' | 'last', space: RegExp): void {
  const at = side === 'first' ? 0 : -1
  for (;;) {
    const node = nodes.at(at)
    const leaf = node?.leaves?.at(at)
    if (node?.leaves === undefined || leaf === undefined) return
    const left = respaced(leaf, space, '')
    node.leaves.splice(at, 1, ...(left.text === '' ? [] : [left]))
    if (left.text !== '') return
    if (node.leaves.length === 0) nodes.splice(at, 1)
  }
}
