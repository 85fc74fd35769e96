import type { Element, ElementContent } from 'hast'
import type { DocumentNode } from '#contract/documents.ts'
import { hasOnly, isBlank, propertyText } from './read-elements.ts'
import { type Column, type Table, tableBlock } from './table.ts'

type Phrasing = (nodes: readonly ElementContent[]) => DocumentNode[] | null

/** A table of raw HTML, if its cells contain only inlines and none of them spans rows or columns. */
export function tableOf(element: Element, phrasing: Phrasing): DocumentNode | null {
  const { properties } = element
  const view = propertyText(properties, 'dataView') ?? 'grid'
  const cardSize = propertyText(properties, 'dataCardSize')
  const allowed = ['dataView', 'dataHeaderHidden', 'dataFullWidth', 'dataCardSize']
  if (!hasOnly(properties, ...allowed) || (view !== 'cards' && view !== 'grid')) return null
  if (cardSize !== undefined && cardSize !== 'medium' && cardSize !== 'large') return null
  const [head, body, ...more] = element.children.filter((node) => !isBlank(node))
  if (!isNamed(head, 'thead') || more.length > 0 || (body !== undefined && !isNamed(body, 'tbody')))
    return null
  const [titles, ...others] = rowsOf(head)
  const rows = (body === undefined ? [] : rowsOf(body)).map((row) => cellsOf(row, 'td'))
  if (titles === undefined || others.length > 0) return null
  const columns = cellsOf(titles, 'th').map((cell) => columnOf(cell, phrasing))
  const cells = rows.map((row) =>
    row.map((cell) => (hasOnly(cell.properties) ? phrasing(cell.children) : null)),
  )
  if (columns.includes(null) || cells.some((row) => row.length !== columns.length || row.includes(null)))
    return null
  if (element.children.some((part) => part.type === 'element' && !isPlain(part))) return null
  const table: Table = {
    view,
    cardSize,
    hideHeader: properties.dataHeaderHidden !== undefined,
    fullWidth: properties.dataFullWidth !== undefined,
    columns: columns.filter((column) => column !== null),
    rows: cells.map((row) => row.filter((cell) => cell !== null)),
  }
  return tableBlock(table)
}

function columnOf(cell: Element, phrasing: Phrasing): Column | null {
  const { properties } = cell
  const allowed = ['dataHidden', 'dataType', 'dataCardTarget', 'dataCardCover', 'align', 'width']
  const title = phrasing(cell.children)
  const align = propertyText(properties, 'align')
  if (title === null || !hasOnly(properties, ...allowed) || properties.width !== undefined) return null
  if (align !== undefined && align !== 'left' && align !== 'center' && align !== 'right') return null
  return {
    title,
    type: propertyText(properties, 'dataType') ?? 'text',
    align,
    hidden: properties.dataHidden !== undefined,
    isTarget: properties.dataCardTarget !== undefined,
    isCover: properties.dataCardCover !== undefined,
  }
}

const isNamed = (node: ElementContent | undefined, name: string): node is Element =>
  node?.type === 'element' && node.tagName === name

const rowsOf = (part: Element): Element[] => part.children.filter((node) => isNamed(node, 'tr'))

const cellsOf = (row: Element, name: string): Element[] => row.children.filter((node) => isNamed(node, name))

/** Whether it contains only rows and cells. */
const isPlain = (part: Element): boolean =>
  hasOnly(part.properties) &&
  part.children.every(
    (row) =>
      isBlank(row) ||
      (isNamed(row, 'tr') &&
        hasOnly(row.properties) &&
        row.children.every((cell) => isBlank(cell) || isNamed(cell, 'td') || isNamed(cell, 'th'))),
  )
