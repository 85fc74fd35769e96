import type { TextChange, TextSelection } from './format.ts'

type Align = 'left' | 'right' | 'center' | 'none'

/** The Markdown table around an offset. */
type TableAtCursor = {
  /** Offsets of the start of its first line and the end of its last. */
  readonly from: number
  readonly to: number
  readonly indent: string
  /** The first row is the head. */
  readonly rows: readonly (readonly string[])[]
  readonly aligns: readonly Align[]
  /** The cell at the offset; row 0 is the head. */
  readonly row: number
  readonly column: number
}

/**
 * Moves to the next or previous cell and aligns the columns. After the last cell it adds a row. Null outside tables
 * and before the first cell.
 */
export function moveToCell(input: TextSelection, step: 1 | -1): TextChange | null {
  const table = tableAt(input.text, input.from)
  if (!table) return null
  const columns = table.aligns.length
  const at = table.row * columns + table.column + step
  if (at < 0) return null
  const isNew = at >= table.rows.length * columns
  const rows = isNew ? [...table.rows, table.aligns.map(() => '')] : table.rows
  return renderTable(table, rows, Math.floor(at / columns), at % columns)
}

/** Adds a row below the cursor. Null outside tables and in the head. */
export function insertRow(input: TextSelection): TextChange | null {
  const table = tableAt(input.text, input.from)
  if (!table || table.row === 0) return null
  const rows = table.rows.toSpliced(
    table.row + 1,
    0,
    table.aligns.map(() => ''),
  )
  return renderTable(table, rows, table.row + 1, 0)
}

function renderTable(
  table: TableAtCursor,
  rows: TableAtCursor['rows'],
  row: number,
  column: number,
): TextChange {
  const widths = table.aligns.map((_, at) => Math.max(3, ...rows.map((cells) => lengthOf(cells[at] ?? ''))))
  const lines = rows.map((cells) => lineOf(table, widths, (at) => padCell(cells[at] ?? '', widths[at] ?? 3)))
  lines.splice(
    1,
    0,
    lineOf(table, widths, (at) => delimiterCell(table.aligns[at] ?? 'none', widths[at] ?? 3)),
  )
  const line = row === 0 ? 0 : row + 1
  const before = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0)
  const left = widths
    .slice(0, column)
    .reduce((sum, _, at) => sum + padCell(rows[row]?.[at] ?? '', widths[at] ?? 3).length + 3, 0)
  const start = table.from + before + table.indent.length + left + 2
  const end = start + (rows[row]?.[column] ?? '').length
  return { from: table.from, to: table.to, insert: lines.join('\n'), selection: [start, end] }
}

const lineOf = ({ indent }: TableAtCursor, widths: readonly number[], cell: (at: number) => string): string =>
  `${indent}| ${widths.map((_, at) => cell(at)).join(' | ')} |`

const padCell = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - lengthOf(text)))

const lengthOf = (text: string): number => [...text].length

function delimiterCell(align: Align, width: number): string {
  const dashes = (ends: number) => '-'.repeat(width - ends)
  if (align === 'left') return `:${dashes(1)}`
  if (align === 'right') return `${dashes(1)}:`
  return align === 'center' ? `:${dashes(2)}:` : dashes(0)
}

const DELIMITER_ROW = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

function tableAt(text: string, at: number): TableAtCursor | null {
  const lines = text.split('\n')
  const cursorLine = text.slice(0, at).split('\n').length - 1
  const isRow = (line: number) => lines[line]?.includes('|') === true
  if (!isRow(cursorLine)) return null
  let first = cursorLine
  while (isRow(first - 1)) first--
  let last = cursorLine
  while (isRow(last + 1)) last++
  const second = lines[first + 1] ?? ''
  if (first === last || !DELIMITER_ROW.test(second)) return null
  const tableLines = lines.slice(first, last + 1)
  const aligns = cellsOf(second).map(alignOf)
  if (aligns.length === 0 || cellsOf(tableLines[0] ?? '').length !== aligns.length) return null
  const from = lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0)
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const isOnRule = cursorLine === first + 1
  const column = isOnRule ? aligns.length - 1 : columnAt(lines[cursorLine] ?? '', at - lineStart)
  return {
    from,
    to: from + tableLines.join('\n').length,
    indent: /^\s*/.exec(tableLines[0] ?? '')?.[0] ?? '',
    rows: tableLines.filter((_, line) => line !== 1).map((line) => fitCells(cellsOf(line), aligns.length)),
    aligns,
    row: isOnRule ? 0 : Math.max(0, cursorLine - first - (cursorLine > first ? 1 : 0)),
    column: Math.min(column, aligns.length - 1),
  }
}

/** Makes a row as long as the head. Extra cells are joined to the last one, so that no text is lost. */
function fitCells(cells: readonly string[], columns: number): string[] {
  const fitting = cells.slice(0, columns)
  const more = cells.slice(columns)
  if (more.length > 0) fitting[columns - 1] = [fitting[columns - 1], ...more].join(' \\| ')
  return [...fitting, ...Array.from({ length: columns - fitting.length }, () => '')]
}

/** The cells of a line; an escaped pipe is text. */
function cellsOf(line: string): string[] {
  const bare = line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
  return bare.split(/(?<!\\)\|/).map((cell) => cell.trim())
}

function columnAt(line: string, at: number): number {
  const before = line.slice(0, at).trimStart()
  const pipes = before.match(/(?<!\\)\|/g)?.length ?? 0
  return Math.max(0, pipes - (before.startsWith('|') ? 1 : 0))
}

function alignOf(cell: string): Align {
  if (cell.startsWith(':')) return cell.endsWith(':') ? 'center' : 'left'
  return cell.endsWith(':') ? 'right' : 'none'
}
