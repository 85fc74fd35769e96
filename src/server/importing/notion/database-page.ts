import { posix } from 'node:path'
import { joinFrontMatter } from '#markup/front-matter.ts'
import { linkedValues } from './page-markdown.ts'
import { readCsv } from './read-csv.ts'

type Database = {
  readonly title: string
  readonly slug: string
  /** The file of the database. */
  readonly path: string
  /** The file of the page of a row, by its title; each is returned once. */
  readonly pageOf: (title: string) => string | null
}

/** Larger tables are slow to read and to edit. */
const MAX_ROWS = 1000
const MAX_COLUMNS = 50

/** A database as a page with a table, whose first column links to the pages of the rows. */
export function databasePage(
  csv: string,
  { title, slug, path, pageOf }: Database,
): { readonly text: string; readonly warning: string | null } {
  const [head = [], ...rows] = readCsv(csv)
  const columns = Math.min(head.length, MAX_COLUMNS)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const cellsOf = (row: readonly string[]) => {
    const [name = '', ...values] = Array.from({ length: columns }, (_, index) => row[index] ?? '')
    const page = pageOf(name)
    const label = plainText(name) || 'Untitled'
    const first = page === null ? plainText(name) : `[${label}](${urlTo(page, path)})`
    return [first, ...values.map(cellText)]
  }
  const table = [
    line(head.slice(0, columns).map(plainText)),
    line(Array.from({ length: columns }, () => '---')),
    ...rows.slice(0, MAX_ROWS).map((row) => line(cellsOf(row))),
  ]
  const text = joinFrontMatter({ title, slug }, columns === 0 ? '' : `${table.join('\n')}\n`)
  return { text, warning: lossOf(rows.length, head.length) }
}

function lossOf(rows: number, columns: number): string | null {
  if (rows <= MAX_ROWS && columns <= MAX_COLUMNS) return null
  const total = `The table has ${rows} rows and ${columns} columns`
  return `${total}; the first ${MAX_ROWS} rows and ${MAX_COLUMNS} columns were imported`
}

const urlTo = (path: string, from: string): string =>
  posix
    .relative(posix.dirname(from), path)
    .split('/')
    .map((part) => encodeURIComponent(part).replace(/[()]/g, (sign) => (sign === '(' ? '%28' : '%29')))
    .join('/')

/** A cell is one line of Markdown; addresses stay links. */
function cellText(value: string): string {
  const linked = linkedValues(value)
  if (linked !== value || /^https?:\/\/\S+$/.test(value)) return inOneLine(linked).replaceAll('|', '\\|')
  return plainText(value)
}

const plainText = (value: string): string =>
  inOneLine(value)
    .replace(/[\\`*_[\]<>|{}]/g, '\\$&')
    .replaceAll('\n', '<br>')

const inOneLine = (value: string): string => value.trim().replace(/\r\n?/g, '\n').replace(/\n+/g, '\n')
