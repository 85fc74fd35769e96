import { type Extension, Prec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { isInListing } from './completions.ts'
import type { Change, Selected } from './format.ts'
import { indentItems } from './list-items.ts'
import { newRow, toCell } from './table-cells.ts'

/**
 * Tab goes through the cells of a table and moves the items of a list; elsewhere it leaves the editor, as Tab does
 * everywhere. Shift and Enter begins a row in a table.
 */
export const blockKeys: Extension = Prec.high(
  keymap.of([
    { key: 'Tab', run: (view) => apply(view, moves(1)), shift: (view) => apply(view, moves(-1)) },
    { key: 'Shift-Enter', run: (view) => apply(view, newRow) },
  ]),
)

const moves = (way: 1 | -1) => (selected: Selected) => toCell(selected, way) ?? indentItems(selected, way)

function apply(view: EditorView, act: (selected: Selected) => Change | null): boolean {
  const { from, to } = view.state.selection.main
  if (isInListing(view.state, from)) return false
  const change = act({ text: view.state.doc.toString(), from, to })
  if (!change) return false
  const { choose, ...changes } = change
  view.dispatch({
    changes,
    selection: { anchor: choose[0], head: choose[1] },
    scrollIntoView: true,
    userEvent: 'input.indent',
  })
  return true
}
