import type { DocumentLeaf, DocumentNode } from '#contract/documents.ts'
import { isText, textNode, voidInline } from './nodes.ts'

export type Mark = DocumentLeaf['marks'][number]

/** From the outermost to the innermost: the canonical order makes equal text equal, however marks were nested. */
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

/** Each mark once, in canonical order; the innermost color takes precedence. */
export function sortMarks(marks: readonly Mark[]): Mark[] {
  return markNames.flatMap((name) => marks.findLast(({ type }) => type === name) ?? [])
}

/**
 * Inlines in canonical form: adjacent text with equal marks is combined, and mentions and emoji are separate nodes.
 * Links contain no mentions.
 */
export function normalizeInlines(nodes: readonly DocumentNode[], isInLink = false): DocumentNode[] {
  const combined: DocumentNode[] = []
  for (const node of nodes) {
    const last = combined.at(-1)
    if (!isText(node)) combined.push(node)
    else if (last !== undefined && isText(last)) combined.splice(-1, 1, textNode(joinLeaves(last, node)))
    else combined.push(textNode(joinLeaves(textNode([]), node)))
  }
  return combined
    .flatMap((node) => splitText(node, isInLink))
    .filter((node) => !isText(node) || node.leaves?.length !== 0)
}

function joinLeaves(left: DocumentNode, right: DocumentNode): DocumentLeaf[] {
  const leaves = [...(left.leaves ?? [])]
  for (const { text, marks } of right.leaves ?? []) {
    const last = leaves.at(-1)
    const sorted = sortMarks(marks)
    if (text === '') continue
    if (last && sameMarks(last.marks, sorted)) leaves.splice(-1, 1, { ...last, text: last.text + text })
    else leaves.push({ object: 'leaf', text, marks: sorted })
  }
  return leaves
}

export const sameMarks = (a: readonly Mark[], b: readonly Mark[]): boolean =>
  a.length === b.length && a.every((mark, index) => isSameMark(mark, b[index] ?? mark))

const mentionOrEmoji = /(?<![\p{L}\p{N}@])@\[([A-Za-z0-9_\-]{1,64})\]|\p{RGI_Emoji}/gv
/** Digits and signs are emoji only with a variation selector; alone they are text. */
const plainSign = /^[\d#*©®™]$/u

/** Splits mentions and emoji into separate nodes, because Markdown does not distinguish them from text. */
function splitText(node: DocumentNode, isInLink: boolean): DocumentNode[] {
  if (!isText(node)) return [node]
  const parts: DocumentNode[] = []
  let leaves: DocumentLeaf[] = []
  const append = (node: DocumentNode) => {
    parts.push(textNode(leaves), node)
    leaves = []
  }
  for (const leaf of node.leaves ?? []) {
    if (leaf.marks.some(({ type }) => type === 'code')) {
      leaves.push(leaf)
      continue
    }
    let from = 0
    for (const match of leaf.text.matchAll(mentionOrEmoji)) {
      if (plainSign.test(match[0]) || (isInLink && match[1] !== undefined)) continue
      if (match.index > from) leaves.push({ ...leaf, text: leaf.text.slice(from, match.index) })
      append(match[1] === undefined ? emojiNode(match[0]) : mentionNode(match[1]))
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

/** The characters of an emoji code such as `1f468-200d-1f4bb`; null if the code is invalid. */
export function emojiText(code: string): string | null {
  if (!/^[\da-f]{2,6}(?:-[\da-f]{2,6}){0,15}$/i.test(code)) return null
  const points = code.split('-').map((point) => Number.parseInt(point, 16))
  return points.some((point) => point > 0x10ffff) ? null : String.fromCodePoint(...points)
}

/** Removes space around each line, which Markdown does not preserve; the result of blank lines is empty. */
export function trimLines(nodes: readonly DocumentNode[]): DocumentNode[] {
  const lines = nodes.map((node) =>
    isText(node)
      ? textNode((node.leaves ?? []).map((leaf) => replaceSpace(leaf, /(?<![ \t])[ \t]*\n[ \t]*/g, '\n')))
      : node,
  )
  const trimmed = normalizeInlines(lines)
  trimEdge(trimmed, 'first', /^[ \t\n]+/)
  trimEdge(trimmed, 'last', /(?<![ \t\n])[ \t\n]+$/)
  return trimmed
}

const replaceSpace = (leaf: DocumentLeaf, space: RegExp, by: string): DocumentLeaf =>
  isCode(leaf) ? leaf : { ...leaf, text: leaf.text.replace(space, by) }

const isCode = ({ marks }: DocumentLeaf): boolean => marks.some(({ type }) => type === 'code')

/** Removes space and blank text from one end. Mutates nodes that `normalizeInlines` created. */
function trimEdge(nodes: DocumentNode[], side: 'first' | 'last', space: RegExp): void {
  const at = side === 'first' ? 0 : -1
  for (;;) {
    const node = nodes.at(at)
    const leaf = node?.leaves?.at(at)
    if (node?.leaves === undefined || leaf === undefined) return
    const left = replaceSpace(leaf, space, '')
    node.leaves.splice(at, 1, ...(left.text === '' ? [] : [left]))
    if (left.text !== '') return
    if (node.leaves.length === 0) nodes.splice(at, 1)
  }
}
