import type { Root } from 'mdast'
import { visit } from 'unist-util-visit'
import type { DocumentNode } from '#contract/documents.ts'
import { DocumentError } from '../document/document-error.ts'
import { documentNode } from '../document/nodes.ts'
import { normalizeDocument } from '../document/normalize.ts'
import { blocksOfRoot, blocksWithSpans } from '../document/read.ts'
import { fingerprint } from '../document/write.ts'
import { rawFrontMatterOf } from '../front-matter.ts'
import { parseMarkdown } from '../parse.ts'
import { limitForParsing } from '../parsing-limits.ts'
import { costOf, isTooComplex } from '../text-cost.ts'
import { cardsFromEditor, cardsToEditor, gridToEditor } from './cards.ts'
import { fromEditor } from './from-editor.ts'
import { type EditorNode, editorNode, type ReadMarkdown } from './nodes.ts'
import { type SourceStyle, styleOf } from './style.ts'
import { toEditor } from './to-editor.ts'

/** A top-level block: its lines, and the empty lines up to the next block. */
export type PageBlock = { readonly source: string; readonly gap: string; readonly node: EditorNode }

/** A page, taken apart for the visual editor. `lead`, and `source` and `gap` of each block, make up its text. */
export type VisualPage = {
  readonly lead: string
  readonly blocks: readonly PageBlock[]
  readonly style: SourceStyle
  /** Links and footnotes that the page defines, as they apply to text that is added to it. */
  readonly definitions: string
  /** Reads Markdown with the definitions of the page. */
  readonly read: ReadMarkdown
  /** Whether a part of the page says the same when only that part and the definitions are parsed. */
  readonly isDivisible: boolean
  /** What the text costs to parse, or a little more. */
  readonly cost: number
}

/** Takes a page apart. What has no visual form, and text between blocks such as a stray tag, is a block of source. */
export function openPage(markdown: string): VisualPage {
  const frontMatter = rawFrontMatterOf(markdown)
  const body = markdown.slice(frontMatter.length)
  const root = parseMarkdown(body)
  const spans = wholeLines(body, root)
  const definitions = definitionsIn(spans.map(({ start, end }) => body.slice(start, end)))
  const read = readerOf(definitions.join('\n'))
  const lead = frontMatter + body.slice(0, spans[0]?.start ?? body.length)
  return {
    lead,
    blocks: blocksOfSpans(body, spans, read),
    style: styleOf(body, root),
    definitions: definitions.join('\n'),
    read,
    isDivisible: definesOnTopLevel(root, definitions.length) && hasWholeSyntax(body),
    cost: costOf(body).total,
  }
}

/** The blocks of spans that follow each other. The last one gets all text after it as its gap. */
export const blocksOfSpans = (body: string, spans: readonly BlockSpan[], read: ReadMarkdown): PageBlock[] =>
  spans.map(({ start, end, nodes }, index) => {
    const source = body.slice(start, end)
    const gap = body.slice(end, spans[index + 1]?.start ?? body.length)
    return {
      source,
      gap,
      node: visualNode(nodes, source, read) ?? editorNode('source', { markdown: source }),
    }
  })

/** Whether no part of the syntax is left out, which depends on all of the text. */
export const hasWholeSyntax = (body: string): boolean =>
  !isTooComplex(body) && limitForParsing(body).disabledConstructs.length === 0

/** Whether all definitions are blocks of the page, and none is within a block. */
function definesOnTopLevel(root: Root, count: number): boolean {
  let [all, onTopLevel] = [0, 0]
  visit(root, ['definition', 'footnoteDefinition'], (_node, _index, parent) => {
    all += 1
    if (parent === root) onTopLevel += 1
  })
  return all === count && onTopLevel === count
}

/** The blocks of Markdown that is added to a page. */
export function blocksFor({ definitions }: Pick<VisualPage, 'definitions'>, markdown: string): PageBlock[] {
  const { lead, blocks } = openPage(definitions === '' ? markdown : `${markdown}\n\n${definitions}`)
  let at = lead.length
  return blocks.filter(({ source, gap }) => {
    const isAdded = at < markdown.length
    at += source.length + gap.length
    return isAdded
  })
}

/** The text of a page that was taken apart. */
export const textOf = ({ lead, blocks }: VisualPage): string =>
  lead + blocks.map(({ source, gap }) => source + gap).join('')

export type BlockSpan = {
  readonly start: number
  readonly end: number
  readonly nodes: readonly DocumentNode[]
}

/** Spans of whole lines that contain everything but empty lines. Blocks on the same line are one span. */
export function wholeLines(body: string, root: Root): BlockSpan[] {
  const result: BlockSpan[] = []
  let from = 0
  const push = (block: BlockSpan) => {
    const last = result.at(-1)
    if (last !== undefined && block.start < last.end)
      result.splice(-1, 1, { start: last.start, end: Math.max(last.end, block.end), nodes: [] })
    else result.push(block)
    from = Math.max(from, block.end)
  }
  const pushBetween = (to: number) => {
    const between = body.slice(from, Math.max(from, to))
    const text = between.trim()
    if (text === '') return
    const start = from + between.indexOf(text)
    push({ start: lineStart(body, start, from), end: lineEnd(body, start + text.length, to), nodes: [] })
  }
  for (const { start, end, nodes } of blocksOfRoot(root)) {
    const first = lineStart(body, start, 0)
    pushBetween(first)
    push({ start: first, end: lineEnd(body, end, body.length), nodes })
  }
  pushBetween(body.length)
  return result
}

/** The start of the line, if only space is before an offset. */
function lineStart(body: string, at: number, limit: number): number {
  const start = Math.max(limit, body.lastIndexOf('\n', at - 1) + 1)
  return body.slice(start, at).trim() === '' ? start : at
}

/** The end of the line, if only space is after an offset. */
function lineEnd(body: string, at: number, limit: number): number {
  const found = body.indexOf('\n', at)
  const line = found < 0 ? body.length : body[found - 1] === '\r' ? found - 1 : found
  const end = Math.min(limit, Math.max(at, line))
  return body.slice(at, end).trim() === '' ? end : at
}

export const definition = /^ {0,3}\[(\^?)[^\]\n]+\]:/

/** A reference is one only if it is defined. What a footnote says does not matter for that. */
const definitionsIn = (sources: readonly string[]): string[] =>
  sources.flatMap((source) => {
    const match = definition.exec(source)
    if (match === null) return []
    return match[1] === '' ? source : `${match[0]} x\n`
  })

function readerOf(definitions: string): ReadMarkdown {
  return (markdown) => {
    const all = definitions === '' ? markdown : `${markdown}\n\n${definitions}`
    return blocksWithSpans(all).flatMap(({ start, nodes }) => (start <= markdown.length ? nodes : []))
  }
}

/** The node for the blocks of a span; null if it could not be written as it was read. */
function visualNode(nodes: readonly DocumentNode[], source: string, read: ReadMarkdown): EditorNode | null {
  const [only, ...more] = nodes
  if (only === undefined || more.length > 0) return null
  try {
    const node = nodeOfSource(only, source)
    if (node === null || (node.type === 'cards' && cardsFromEditor(node) !== source.trimEnd())) return null
    return isSame(blocksOfNode(node, read), [only]) ? node : null
  } catch (error) {
    if (error instanceof DocumentError) return null
    throw error
  }
}

/** The node of a block; null for a block of source. Rows have the bytes of the source, not those of the document. */
function nodeOfSource(only: DocumentNode, source: string): EditorNode | null {
  const cards = cardsToEditor(source)
  if (cards !== null) return cards
  const node = toEditor(only)
  return node.type === 'source' || node.type === 'cards' ? gridToEditor(source) : node
}

/** The blocks of a document that a node of the editor represents. @throws {DocumentError} */
export const blocksOfNode = (node: EditorNode, read: ReadMarkdown): DocumentNode[] =>
  normalizeDocument(documentNode(fromEditor(node, read))).nodes

export const isSame = (a: readonly DocumentNode[], b: readonly DocumentNode[]): boolean =>
  a.length === b.length && a.every((node, index) => fingerprint(node) === fingerprint(b[index] ?? node))
