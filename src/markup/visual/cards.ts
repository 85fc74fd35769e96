import type { Element, ElementContent } from 'hast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import type { DocumentNode } from '#contract/documents.ts'
import { DocumentError } from '../document/document-error.ts'
import { isBlank, propertyText } from '../document/read-elements.ts'
import { isElement } from '../document/read-html.ts'
import { fingerprint } from '../document/write.ts'
import { columnsOf } from '../render/columns.ts'
import { blocksOfCell, cellFromEditor, cellToEditor, htmlOfBlocks, parseCell } from './card-cell.ts'
import { mergeSource, WORDS } from './merge-source.ts'
import { dataIn, type EditorNode, editorNode, textIn } from './nodes.ts'
import { asText, withoutMarks } from './plain-text.ts'

/**
 * What the column of a table contains. `value` is a visible one with a type, such as a rating; `kept` is hidden, and of
 * no use for cards.
 */
export type CardColumn = 'text' | 'value' | 'target' | 'cover' | 'darkCover' | 'kept'

/** Whether readers see a column as a cell of each card or row. */
export const hasCells = (column: CardColumn | undefined): boolean => column === 'text' || column === 'value'

/** How a table shows its rows. */
export type CardsView = 'cards' | 'grid'

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
 * card cannot show. Columns of text are content of a card, and columns with a type its values. The source of all of
 * them is in its attributes, so that what is not edited is written as it was.
 */
export const cardsToEditor = (markdown: string): EditorNode | null =>
  /^\s*<table\s[^>]*\bdata-view\b/i.test(markdown) ? rowsToEditor(markdown, 'cards') : null

/** A table of HTML, whose rows are like cards; null if its source has another form. */
export const gridToEditor = (markdown: string): EditorNode | null =>
  /^\s*<table[\s>]/i.test(markdown) ? rowsToEditor(markdown, 'grid') : null

function rowsToEditor(markdown: string, view: CardsView): EditorNode | null {
  const source = markdown.trim()
  if (source !== markdown.trimEnd()) return null
  const table = tableIn(source, view)
  const columns = table === null ? null : columnsIn(table.head, view)
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
    { opening, closing, columns, view },
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

function tableIn(source: string, view: CardsView): ParsedTable | null {
  const [table, ...more] = html.parse(source).children
  if (more.length > 0 || table?.type !== 'element' || table.tagName !== 'table') return null
  if ((propertyText(table.properties, 'dataView') ?? 'grid') !== view) return null
  const [head, body, ...others] = elementsIn(table)
  if (!isElement(head, 'thead') || !isElement(body, 'tbody') || others.length > 0) return null
  const [titles, ...otherTitles] = elementsIn(head)
  const rows = elementsIn(body)
  const headEnd = body.data?.position?.opening?.end.offset
  if (!isElement(titles, 'tr') || otherTitles.length > 0 || headEnd === undefined) return null
  if (!rows.every((row) => isElement(row, 'tr'))) return null
  return { head: titles, rows, headEnd }
}

/** The cells of the header of a table whose rows begin where a source ends. */
export function headerCells({ opening }: CardsSource): readonly Element[] {
  const source = `${opening}</tbody></table>`
  const table = tableIn(source, 'cards') ?? tableIn(source, 'grid')
  return table === null ? [] : elementsIn(table.head)
}

const elementsIn = ({ children }: Element): Element[] =>
  children.filter((node) => !isBlank(node) || node.type === 'comment').map(asElement)

/** Text where there should be none is an element of no kind. */
const asElement = (node: ElementContent): Element =>
  node.type === 'element' ? node : { type: 'element', tagName: '', properties: {}, children: [] }

const endOf = (node: Element): number => node.position?.end.offset ?? 0

/** The kinds of columns; null if there is none of text, or a kind of address is there twice. */
function columnsIn(head: Element, view: CardsView): CardColumn[] | null {
  const cells = elementsIn(head)
  if (!cells.every((cell) => isElement(cell, 'th') && propertyText(cell.properties, 'colSpan') === undefined))
    return null
  const columns = columnsOf(cells).map(({ type, isHidden, ...roles }): CardColumn => {
    const address = view === 'cards' ? addressColumn(roles) : null
    if (address !== null) return address
    if (isHidden) return 'kept'
    return type === 'text' || type === 'number' ? 'text' : 'value'
  })
  const isOnce = (['target', 'cover', 'darkCover'] as const).every(
    (kind) => columns.filter((one) => one === kind).length < 2,
  )
  return isOnce && columns.includes('text') ? columns : null
}

type Roles = Pick<ReturnType<typeof columnsOf>[number], 'isTarget' | 'isCover' | 'isDarkCover'>

function addressColumn({ isTarget, isCover, isDarkCover }: Roles): CardColumn | null {
  if (isTarget) return 'target'
  if (isCover) return 'cover'
  return isDarkCover ? 'darkCover' : null
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
  const texts = contents.flatMap((cell, index) => {
    if (columns[index] === 'text') return [visibleCell(cell)]
    return columns[index] === 'value' ? [valueCell(cell)] : []
  })
  if (!isRow || texts.includes(null)) return null
  return editorNode(
    'card',
    { between, cells: contents },
    texts.filter((cell) => cell !== null),
  )
}

/** The cell of a column with a type; null if its HTML would end the cell. */
const valueCell = (html: string): EditorNode | null =>
  parseCell(html) === null ? null : editorNode('valueCell', { html })

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
    const written = cells.map((cell, index) => {
      if (columns[index] === 'value') return textIn(texts.shift()?.attrs?.html)
      return columns[index] === 'text' ? writtenCell(texts.shift(), cell, onPlain) : cell
    })
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
