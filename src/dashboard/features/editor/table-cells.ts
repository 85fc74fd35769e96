import type { Change, Selected } from './format.ts'

type Align = 'left' | 'right' | 'center' | 'none'

/** A table of Markdown, found around a place in a text. */
type FoundTable = {
  /** Offsets of its first and behind its last line. */
  readonly from: number
  readonly to: number
  readonly indent: string
  /** The head first. */
  readonly rows: readonly (readonly string[])[]
  readonly aligns: readonly Align[]
  /** Where the place is: the row, the head being 0, and the column. */
  readonly row: number
  readonly column: number
}

/**
 * Goes to the next cell, or the one before, and lines the columns up on the way. Behind the last cell a new row
 * begins. Null outside of tables, and before the first cell.
 */
export function toCell(selected: Selected, way: 1 | -1): Change | null {
  const table = tableAt(selected.text, selected.from)
  if (!table) return null
  const columns = table.aligns.length
  const at = table.row * columns + table.column + way
  if (at < 0) return null
  const isNew = at >= table.rows.length * columns
  const rows = isNew ? [...table.rows, table.aligns.map(() => '')] : table.rows
  return drawn(table, rows, Math.floor(at / columns), at % columns)
}

/** Begins a row below the one with the cursor. Null outside of tables and in their heads. */
export function newRow(selected: Selected): Change | null {
  const table = tableAt(selected.text, selected.from)
  if (!table || table.row === 0) return null
  const rows = table.rows.toSpliced(
    table.row + 1,
    0,
    table.aligns.map(() => ''),
  )
  return drawn(table, rows, table.row + 1, 0)
}

function drawn(table: FoundTable, rows: FoundTable['rows'], row: number, column: number): Change {
  const widths = table.aligns.map((_, at) => Math.max(3, ...rows.map((cells) => lengthOf(cells[at] ?? ''))))
  const lines = rows.map((cells) => lineOf(table, widths, (at) => padded(cells[at] ?? '', widths[at] ?? 3)))
  lines.splice(
    1,
    0,
    lineOf(table, widths, (at) => ruleOf(table.aligns[at] ?? 'none', widths[at] ?? 3)),
  )
  const line = row === 0 ? 0 : row + 1
  const before = lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0)
  const left = widths
    .slice(0, column)
    .reduce((sum, _, at) => sum + padded(rows[row]?.[at] ?? '', widths[at] ?? 3).length + 3, 0)
  const start = table.from + before + table.indent.length + left + 2
  const end = start + (rows[row]?.[column] ?? '').length
  return { from: table.from, to: table.to, insert: lines.join('\n'), choose: [start, end] }
}

const lineOf = ({ indent }: FoundTable, widths: readonly number[], cell: (at: number) => string): string =>
  `${indent}| ${widths.map((_, at) => cell(at)).join(' | ')} |`

const padded = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - lengthOf(text)))

const lengthOf = (text: string): number => [...text].length

function ruleOf(align: Align, width: number): string {
  const dashes = (ends: number) => '-'.repeat(width - ends)
  if (align === 'left') return `:${dashes(1)}`
  if (align === 'right') return `${dashes(1)}:`
  return align === 'center' ? `:${dashes(2)}:` : dashes(0)
}

const rule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/

function tableAt(text: string, at: number): FoundTable | null {
  const lines = text.split('\n')
  const here = text.slice(0, at).split('\n').length - 1
  const isRow = (line: number) => lines[line]?.includes('|') === true
  if (!isRow(here)) return null
  let first = here
  while (isRow(first - 1)) first--
  let last = here
  while (isRow(last + 1)) last++
  const second = lines[first + 1] ?? ''
  if (first === last || !rule.test(second)) return null
  const own = lines.slice(first, last + 1)
  const aligns = cellsOf(second).map(alignOf)
  if (aligns.length === 0 || cellsOf(own[0] ?? '').length !== aligns.length) return null
  const from = lines.slice(0, first).reduce((sum, line) => sum + line.length + 1, 0)
  const lineStart = text.lastIndexOf('\n', at - 1) + 1
  const isOnRule = here === first + 1
  const column = isOnRule ? aligns.length - 1 : columnAt(lines[here] ?? '', at - lineStart)
  return {
    from,
    to: from + own.join('\n').length,
    indent: /^\s*/.exec(own[0] ?? '')?.[0] ?? '',
    rows: own.filter((_, line) => line !== 1).map((line) => fitted(cellsOf(line), aligns.length)),
    aligns,
    row: isOnRule ? 0 : Math.max(0, here - first - (here > first ? 1 : 0)),
    column: Math.min(column, aligns.length - 1),
  }
}

/** Rows may have more or fewer cells than the head; what is too much is joined to the last, so that nothing is lost. */
function fitted(cells: readonly string[], columns: number): string[] {
  const kept = cells.slice(0, columns)
  const more = cells.slice(columns)
  if (more.length > 0) kept[columns - 1] = [kept[columns - 1], ...more].join(' \\| ')
  return [...kept, ...Array.from({ length: columns - kept.length }, () => '')]
}

/** The cells of a line, without the pipes around it. A pipe behind a backslash is text. */
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
