import type { Element, ElementContent } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import type { DocumentNode } from '#contract/documents.ts'
import { DocumentError } from '../document/document-error.ts'
import { isBlank, propertyText } from '../document/read-elements.ts'
import { isElement } from '../document/read-html.ts'
import { fingerprint } from '../document/write.ts'
import { columnsOf } from '../render/columns.ts'
import { blocksOfCell, cellFromEditor, cellToEditor, htmlOfBlocks } from './card-cell.ts'
import { mergeSource, WORDS } from './merge-source.ts'
import { dataIn, type EditorNode, editorNode, textIn } from './nodes.ts'
import { asText, withoutMarks } from './plain-text.ts'

/** What the column of a table of cards contains. `kept` is hidden, and of no use for cards. */
export type CardColumn = 'text' | 'target' | 'cover' | 'darkCover' | 'kept'

/** The source around the cards, which keeps its bytes. */
export type CardsSource = {
  /** Up to the first row. */
  readonly opening: string
  /** From the end of the last row. */
  readonly closing: string
  readonly columns: readonly CardColumn[]
}

/** The source of a row: what is before, between and after its cells, and the content of each. */
export type CardSource = { readonly between: readonly string[]; readonly cells: readonly string[] }

/**
 * A table of cards as a node of the visual editor; null if its source has another form, or a column or cell that a
 * card cannot show. Columns of text are content of a card; the source of all of them is in its attributes, so that what
 * is not edited is written as it was.
 */
export function cardsToEditor(markdown: string): EditorNode | null {
  const source = markdown.trim()
  if (!/^<table\s[^>]*\bdata-view\b/i.test(source) || source !== markdown.trimEnd()) return null
  const table = tableIn(source)
  const columns = table === null ? null : columnsIn(table.head)
  const [first] = table?.rows ?? []
  const last = table?.rows.at(-1)
  if (table === null || columns === null || first === undefined || last === undefined) return null
  const opening = source.slice(0, table.headEnd)
  const closing = source.slice(endOf(last))
  const cards = table.rows.map((row, index) => {
    const before = table.rows[index - 1]
    return cardToEditor(row, columns, source, before === undefined ? table.headEnd : endOf(before))
  })
  if (!/^\s*<\/tbody>\s*<\/table>$/i.test(closing) || cards.includes(null)) return null
  return editorNode(
    'cards',
    { opening, closing, columns },
    cards.filter((card) => card !== null),
  )
}

const html = unified().use(rehypeParse, { fragment: true, verbose: true }).freeze()

type ParsedTable = {
  readonly head: Element
  readonly rows: readonly Element[]
  /** Where the body begins, behind its tag. */
  readonly headEnd: number
}

function tableIn(source: string): ParsedTable | null {
  const [table, ...more] = html.parse(source).children
  if (more.length > 0 || table?.type !== 'element' || table.tagName !== 'table') return null
  if (propertyText(table.properties, 'dataView') !== 'cards') return null
  const [head, body, ...others] = elementsIn(table)
  if (!isElement(head, 'thead') || !isElement(body, 'tbody') || others.length > 0) return null
  const [titles, ...otherTitles] = elementsIn(head)
  const rows = elementsIn(body)
  const headEnd = body.data?.position?.opening?.end.offset
  if (!isElement(titles, 'tr') || otherTitles.length > 0 || headEnd === undefined) return null
  if (!rows.every((row) => isElement(row, 'tr'))) return null
  return { head: titles, rows, headEnd }
}

const elementsIn = ({ children }: Element): Element[] =>
  children.filter((node) => !isBlank(node) || node.type === 'comment').map(asElement)

/** Text where there should be none is an element of no kind. */
const asElement = (node: ElementContent): Element =>
  node.type === 'element' ? node : { type: 'element', tagName: '', properties: {}, children: [] }

const endOf = (node: Element): number => node.position?.end.offset ?? 0

/** The kinds of columns; null if readers see a column that is not text, or a kind is there twice. */
function columnsIn(head: Element): CardColumn[] | null {
  const cells = elementsIn(head)
  const columns = columnsOf(cells).map(
    ({ type, isHidden, isTarget, isCover, isDarkCover }): CardColumn | null => {
      if (isTarget) return 'target'
      if (isCover) return 'cover'
      if (isDarkCover) return 'darkCover'
      if (isHidden) return 'kept'
      return type === 'text' || type === 'number' ? 'text' : null
    },
  )
  const isOnce = (['target', 'cover', 'darkCover'] as const).every(
    (kind) => columns.filter((one) => one === kind).length < 2,
  )
  if (!cells.every((cell) => isElement(cell, 'th')) || !isOnce || !columns.includes('text')) return null
  return columns.includes(null) ? null : columns.filter((column) => column !== null)
}

const OPENING = /^\s*<tr(?:\s[^>]*)?>\s*<td(?:\s[^>]*)?>$/i
const BETWEEN = /^<\/td>\s*<td(?:\s[^>]*)?>$/i
const CLOSING = /^<\/td>\s*<\/tr>$/i

function cardToEditor(
  row: Element,
  columns: readonly CardColumn[],
  source: string,
  start: number,
): EditorNode | null {
  const cells = elementsIn(row)
  if (cells.length !== columns.length || !cells.every((cell) => isElement(cell, 'td'))) return null
  const between: string[] = []
  const contents: string[] = []
  let at = start
  for (const { data } of cells) {
    const { opening, closing } = data?.position ?? {}
    const [from, to] = [opening?.end.offset, closing?.start.offset]
    if (from === undefined || to === undefined) return null
    between.push(source.slice(at, from))
    contents.push(source.slice(from, to))
    at = to
  }
  between.push(source.slice(at, endOf(row)))
  const isRow = between.every((text, index) =>
    (index === 0 ? OPENING : index === columns.length ? CLOSING : BETWEEN).test(text),
  )
  const texts = contents.flatMap((cell, index) => (columns[index] === 'text' ? [visibleCell(cell)] : []))
  if (!isRow || texts.includes(null)) return null
  return editorNode(
    'card',
    { between, cells: contents },
    texts.filter((cell) => cell !== null),
  )
}

/** A cell of text; null if it could not be written as it was read. */
function visibleCell(cell: string): EditorNode | null {
  const blocks = blocksOfCell(cell)
  if (blocks === null || !saysSame(htmlOfBlocks(blocks), blocks)) return null
  return editorNode('cardCell', {}, cellToEditor(blocks))
}

const saysSame = (cell: string, blocks: readonly DocumentNode[]): boolean => {
  const read = blocksOfCell(cell)
  return (
    read !== null &&
    read.length === blocks.length &&
    read.every((node, index) => fingerprint(node) === fingerprint(blocks[index] ?? node))
  )
}

/** The source of cards. Cells that say the same as before keep theirs; `onPlain` reports formatting that is lost. */
export function cardsFromEditor(node: EditorNode, onPlain: () => void = () => undefined): string {
  const { opening, closing, columns } = cardsSource(node)
  const rows = (node.content ?? []).map((card) => {
    const { between, cells } = cardSource(card)
    const [...texts] = card.content ?? []
    const written = cells.map((cell, index) =>
      columns[index] === 'text' ? writtenCell(texts.shift(), cell, onPlain) : cell,
    )
    return between.map((text, index) => text + (written[index] ?? '')).join('')
  })
  return opening + rows.join('') + closing
}

function writtenCell(cell: EditorNode | undefined, before: string, onPlain: () => void): string {
  const content = cell?.content ?? []
  const faithful = faithfulCell(content, before)
  if (faithful !== null) return faithful
  onPlain()
  return faithfulCell(content.map(withoutMarks), before) ?? htmlOfBlocks(cellFromEditor(content.map(asText)))
}

/** The HTML of a cell that says the same, with what did not change word for word; null if there is none. */
function faithfulCell(content: readonly EditorNode[], before: string): string | null {
  try {
    const blocks = cellFromEditor(content)
    if (saysSame(before, blocks)) return before
    const text = htmlOfBlocks(blocks)
    const merged = mergeSource(before, htmlOfBlocks(blocksOfCell(before) ?? []), text, WORDS)
    return [merged, text].find((one) => saysSame(one, blocks)) ?? null
  } catch (error) {
    if (error instanceof DocumentError) return null
    throw error
  }
}

export function cardsSource({ attrs = {} }: Pick<EditorNode, 'attrs'>): CardsSource {
  const columns = Array.isArray(attrs.columns) ? (attrs.columns as CardColumn[]) : []
  return { opening: textIn(attrs.opening), closing: textIn(attrs.closing), columns }
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(textIn) : [])

export const cardSource = ({ attrs }: Pick<EditorNode, 'attrs'>): CardSource => {
  const { between, cells } = dataIn(attrs)
  return { between: textsIn(between), cells: textsIn(cells) }
}
