import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import { fillLabel } from '../labels.ts'
import { renderCards } from './cards.ts'
import { columnsOf, renderCellContent } from './columns.ts'
import {
  type ElementRenderer,
  isElement,
  isFlag,
  propertyText,
  type RenderContext,
  type TableColumn,
  textContent,
  withoutBlanks,
} from './context.ts'
import { unwrapParagraph } from './images.ts'

/** Tables with more columns are wider than the text column. */
const MAX_COLUMNS = 5

export const table: ElementRenderer = (node, context) => {
  const rows = rowsOf(node)
  const headRow = rows[0]?.children.some((cell) => isElement(cell, 'th')) ? rows[0] : undefined
  const tableColumns = columnsOf(headRow ? cellsOf(headRow) : [])
  if (propertyText(node, 'dataView') === 'cards')
    return renderCards(node, rows.filter((row) => row !== headRow).map(cellsOf), tableColumns, context)
  const caption = node.children.find((child) => isElement(child, 'caption'))
  const name = caption && isElement(caption) ? textContent(caption) : context.heading
  const number = context.nextNumber('table')
  const hiddenCount = tableColumns.filter(({ isHidden }) => isHidden).length
  const count = rows.reduce((most, row) => Math.max(most, cellsOf(row).length), 0) - hiddenCount
  const hidesHead = node.properties.dataHeaderHidden !== undefined || node.children.some(isEmptyHead)
  const parts = node.children.filter((child) => !(hidesHead && isElement(child, 'thead')))
  return [
    h(
      'div',
      {
        className: count > MAX_COLUMNS || isFlag(node, 'dataFullWidth') ? ['table', 'is-wide'] : ['table'],
        role: 'region',
        ariaLabel: context.uniqueName(name || fillLabel(context.labels.table, number)),
        tabIndex: 0,
      },
      h('table', [
        ...widthsOf(tableColumns),
        ...withColumns(tableColumns, context, () => context.renderNested(withoutBlanks(parts))),
      ]),
    ),
  ]
}

/** Renders the rows of a table with its columns. Tables can be nested. */
function withColumns<T>(columns: readonly TableColumn[], context: RenderContext, render: () => T): T {
  const { columns: outer } = context
  context.columns = columns
  const result = render()
  context.columns = outer
  return result
}

const MAX_WIDTH_STEPS = 20

/** Widths are rounded to steps of 40 pixels, each of which has a class, because pages have no inline styles. */
function widthsOf(columns: readonly TableColumn[]): Element[] {
  const visible = columns.filter(({ isHidden }) => !isHidden)
  if (visible.every(({ width }) => width === 0)) return []
  const cols = visible.map(({ width }) => {
    const steps = Math.min(MAX_WIDTH_STEPS, Math.max(1, Math.round(width / 40)))
    return h('col', { className: width > 0 ? [`w-${steps}`] : undefined })
  })
  return [h('colgroup', cols)]
}

/** Header rows without content are not rendered. */
const isEmptyHead = (node: ElementContent): boolean =>
  isElement(node, 'thead') && rowsOf(node).every((row) => cellsOf(row).every(isEmpty))

/** Contains neither text nor an image. */
const isEmpty = (cell: Element): boolean => textContent(cell) === '' && !containsImage(cell)

const containsImage = (node: Element): boolean =>
  node.children.some((child) => isElement(child) && (child.tagName === 'img' || containsImage(child)))

/** The first cell of a row is its header; right-aligned cells are numbers. */
export const row: ElementRenderer = (node, context) => {
  const { columns } = context
  const cells = cellsOf(node)
    .map((cell, index) => ({ cell, column: columns[index] }))
    .filter(({ column }) => !column?.isHidden)
  return [
    h(
      'tr',
      cells.map(({ cell, column }, index) =>
        renderCell(cell, column, index === 0 && cells.length > 1, context),
      ),
    ),
  ]
}

function renderCell(
  cell: Element,
  column: TableColumn | undefined,
  isFirst: boolean,
  context: RenderContext,
): Element {
  const { colSpan, rowSpan } = cell.properties
  const isHead = cell.tagName === 'th'
  const className = alignmentClass(propertyText(cell, 'align') || column?.align, column?.type)
  const children = unwrapParagraph(
    isHead ? context.renderNested(cell.children) : renderCellContent(cell, column, context),
  )
  if (isHead && !isEmpty(cell))
    return h(
      'th',
      { scope: propertyText(cell, 'scope') === 'row' ? 'row' : 'col', className, colSpan, rowSpan },
      children,
    )
  const isLine = !children.some((child) => isElement(child, 'p', 'ul', 'ol', 'div', 'figure'))
  const namesRow = isFirst && isLine && withoutBlanks(children).length > 0 && textContent(cell).length <= 60
  return namesRow
    ? h('th', { scope: 'row', className, colSpan, rowSpan }, children)
    : h('td', { className, colSpan, rowSpan }, children)
}

function alignmentClass(align: string | undefined, type: string | undefined): string[] | undefined {
  if (align === 'right' || (!align && type === 'number')) return ['num']
  return align === 'center' ? ['is-center'] : undefined
}

function rowsOf(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (!isElement(child)) return []
    return child.tagName === 'tr'
      ? [child]
      : ['thead', 'tbody', 'tfoot'].includes(child.tagName)
        ? rowsOf(child)
        : []
  })
}

const cellsOf = (row: Element) => row.children.filter((child) => isElement(child, 'td', 'th'))
