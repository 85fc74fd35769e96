import type { Node } from 'prosemirror-model'
import type { NodeView } from 'prosemirror-view'
import { cardsSource, hasCells } from '#markup/visual/cards.ts'
import { headerColumns, type ValueColumn, withColumnTitle } from '#markup/visual/value-cells.ts'
import { addCard } from './card-commands.ts'
import { createColumnEdge, createColumnOptions, MAX_WIDTH, setColumn } from './column-options.ts'
import styles from './grid.module.css'
import {
  button,
  controls,
  element,
  type NodeContext,
  nodeView,
  setAttributes,
  setValue,
  textField,
} from './node-fields.ts'
import { schema } from './schema.ts'

/** A table of HTML, with the titles of its columns and a button for one more row. */
export function gridView(node: Node, context: NodeContext): NodeView {
  const head = controls([], styles.head)
  const contentDOM = element('div', styles.rows ?? '')
  const table = element('div', styles.table ?? '', [head, contentDOM])
  head.role = 'rowgroup'
  contentDOM.role = 'rowgroup'
  table.role = 'table'
  table.ariaLabel = 'Table'
  const scroller = element('div', styles.scroller ?? '', [table])
  const bar = controls([button('Add a row', 'btn btn-s', () => addCard(context))])
  const dom = element('div', `visual-grid ${styles.grid}`, [scroller, bar])
  let current = node
  let heads: readonly ReturnType<typeof createHead>[] = []
  return nodeView(node, {
    dom,
    contentDOM,
    show: (next) => {
      current = next
      const columns = shownColumns(next)
      if (heads.length !== columns.length) {
        heads = columns.map(({ index }) => createHead(index, () => current, context))
        const row = element(
          'div',
          styles.row ?? '',
          heads.map(({ dom: cell }) => cell),
        )
        row.role = 'row'
        head.replaceChildren(row)
      }
      for (const [at, { column, index }] of columns.entries()) {
        heads[at]?.show(column, withColumnTitle(cardsSource(next), index, '') === null)
        // The cells have views of their own, which do not change with the header.
        table.style.setProperty(`--align-${at + 1}`, alignOf(column))
      }
    },
  })
}

const alignOf = ({ align, type }: ValueColumn): string => {
  if (align === 'center') return align
  return align === 'right' || (align === '' && type === 'number') ? 'end' : 'start'
}

/** The columns that readers see, with their index among all of them. */
export function shownColumns(table: Node): { readonly column: ValueColumn; readonly index: number }[] {
  const source = cardsSource(table)
  return headerColumns(source).flatMap((column, index) =>
    hasCells(source.columns[index]) ? [{ column, index }] : [],
  )
}

function titleField(index: number, current: () => Node, context: NodeContext): HTMLInputElement {
  return textField({
    label: `Title of column ${index + 1}`,
    placeholder: 'Untitled',
    onChange: (title) => {
      const source = withColumnTitle(cardsSource(current()), index, title)
      if (source !== null) setAttributes(context, { opening: source.opening })
    },
  })
}

/** The header cell of a column: its title, its options and the edge that changes its width. */
function createHead(index: number, current: () => Node, context: NodeContext) {
  const title = titleField(index, current, context)
  const options = createColumnOptions({
    onAlign: (align) => setColumn(context, index, 'align', align),
    onWidth: (width) => setColumn(context, index, 'width', width),
  })
  const dom = element('div', styles.headCell ?? '', [title, ...options.dom])
  dom.append(createColumnEdge(dom, (width) => setColumn(context, index, 'width', width)))
  dom.role = 'columnheader'
  return {
    dom,
    show: (column: ValueColumn, isFixed: boolean) => {
      setValue(title, column.title)
      dom.ariaLabel = column.title
      title.readOnly = isFixed
      options.show(column)
      dom.style.width = column.width > 0 ? `${Math.min(MAX_WIDTH, column.width)}px` : ''
    },
  }
}

/** Whether a card is a row of a table. */
export const isRow = (context: NodeContext): boolean => isGridAt(context, 0)

/** Whether a cell is one of a table, not of a card. */
export const isGridCell = (context: NodeContext): boolean => isGridAt(context, -1)

function isGridAt({ view, getPos }: NodeContext, depth: 0 | -1): boolean {
  const at = getPos()
  if (at === undefined) return false
  const $at = view.state.doc.resolve(at)
  const ancestor = $at.node($at.depth + depth)
  return ancestor.type === schema.nodes.cards && ancestor.attrs.view === 'grid'
}

/** A cell of text. */
export function textCellView(node: Node, context: NodeContext): NodeView {
  const dom = element('div', '')
  if (isGridCell(context)) dom.role = 'cell'
  return nodeView(node, { dom, contentDOM: dom, show: () => undefined })
}

/** A row of a table. */
export function rowView(node: Node): NodeView {
  const dom = element('div', styles.row ?? '')
  dom.role = 'row'
  return nodeView(node, { dom, contentDOM: dom, show: () => undefined })
}
