import { type Command, type EditorState, Selection, type Transaction } from 'prosemirror-state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  findTable,
  isInTable,
  moveTableColumn,
  moveTableRow,
  selectedRect,
} from 'prosemirror-tables'
import { schema } from './schema.ts'

const { tableCell, tableHeader } = schema.nodes

/** The alignment of a column; null is the start. */
export type ColumnAlign = 'center' | 'right' | null

/** A command in a table whose first row is the header: its cells stay titles, and columns keep their alignment. */
const inTable =
  (command: Command): Command =>
  (state, dispatch, view) => {
    if (!isInTable(state)) return false
    const at = findTable(state.selection.$from)?.pos
    const keep = (tr: Transaction) => dispatch?.(at === undefined ? tr : withHeader(tr, at).scrollIntoView())
    return command(state, dispatch && keep, view)
  }

function withHeader(tr: Transaction, at: number): Transaction {
  const table = tr.doc.nodeAt(at)
  const header = table?.type === schema.nodes.table ? table.firstChild : null
  if (!table || !header) return tr
  table.forEach((row, rowAt, nth) => {
    row.forEach((cell, cellAt, column) => {
      const type = nth === 0 ? tableHeader : tableCell
      const align = header.maybeChild(column)?.attrs.align ?? null
      if (cell.type === type && cell.attrs.align === align) return
      tr.setNodeMarkup(at + 1 + rowAt + 1 + cellAt, type, { ...cell.attrs, align })
    })
  })
  return tr
}

const unlessInHeader =
  (command: Command): Command =>
  (state, dispatch, view) =>
    isInTable(state) && selectedRect(state).top > 0 && command(state, dispatch, view)

/** Moves the rows of the selection, never above the header or as the header. */
const moveRow = (step: 1 | -1): Command =>
  inTable((state, dispatch, view) => {
    const { top, map } = selectedRect(state)
    const to = top + step
    if (top === 0 || to < 1 || to >= map.height) return false
    return moveTableRow({ from: top, to })(state, dispatch, view)
  })

const moveColumn = (step: 1 | -1): Command =>
  inTable((state, dispatch, view) => {
    const { left, map } = selectedRect(state)
    const to = left + step
    if (to < 0 || to >= map.width) return false
    return moveTableColumn({ from: left, to })(state, dispatch, view)
  })

/** Aligns the columns of the selection. */
export const alignColumns =
  (align: ColumnAlign): Command =>
  (state, dispatch) => {
    if (!isInTable(state)) return false
    const { left, right, table, tableStart } = selectedRect(state)
    const { tr } = state
    table.forEach((row, rowAt) => {
      row.forEach((cell, cellAt, column) => {
        if (column >= left && column < right)
          tr.setNodeMarkup(tableStart + rowAt + 1 + cellAt, null, { ...cell.attrs, align })
      })
    })
    dispatch?.(tr)
    return true
  }

/** The alignment of the column with the cursor. */
export function alignAt(state: EditorState): ColumnAlign {
  const { left, table } = selectedRect(state)
  const { align } = table.firstChild?.maybeChild(left)?.attrs ?? {}
  return align === 'center' || align === 'right' ? align : null
}

/** Deletes the table; an empty paragraph stays where it was the only block. */
const deleteWholeTable: Command = (state, dispatch) =>
  deleteTable(
    state,
    dispatch && ((tr) => dispatch(tr.setSelection(Selection.near(tr.selection.$from)).scrollIntoView())),
  )

export const tableCommands = {
  addRowAbove: inTable(unlessInHeader(addRowBefore)),
  addRowBelow: inTable(addRowAfter),
  moveRowUp: moveRow(-1),
  moveRowDown: moveRow(1),
  deleteRow: inTable(unlessInHeader(deleteRow)),
  addColumnBefore: inTable(addColumnBefore),
  addColumnAfter: inTable(addColumnAfter),
  moveColumnBack: moveColumn(-1),
  moveColumnForth: moveColumn(1),
  deleteColumn: inTable(deleteColumn),
  deleteTable: deleteWholeTable,
} satisfies Record<string, Command>
