import {
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  ArrowUpToLine,
  type LucideIcon,
  Table2,
  TextAlignCenter,
  TextAlignEnd,
  TextAlignStart,
  Trash2,
} from 'lucide-react'
import type { Command } from 'prosemirror-state'
import { findTable, isInTable } from 'prosemirror-tables'
import type { EditorView } from 'prosemirror-view'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/ui/menu.tsx'
import { alignAt, alignColumns, type ColumnAlign, tableCommands as commands } from './table-commands.ts'
import styles from './visual.module.css'

type Item = readonly [icon: LucideIcon, label: string, command: Command]

const rows: readonly Item[] = [
  [ArrowUpToLine, 'Insert row above', commands.addRowAbove],
  [ArrowDownToLine, 'Insert row below', commands.addRowBelow],
  [ArrowUp, 'Move row up', commands.moveRowUp],
  [ArrowDown, 'Move row down', commands.moveRowDown],
  [Trash2, 'Delete row', commands.deleteRow],
]
const columns: readonly Item[] = [
  [ArrowLeftToLine, 'Insert column before', commands.addColumnBefore],
  [ArrowRightToLine, 'Insert column after', commands.addColumnAfter],
  [ArrowLeft, 'Move column back', commands.moveColumnBack],
  [ArrowRight, 'Move column forward', commands.moveColumnForth],
  [Trash2, 'Delete column', commands.deleteColumn],
]
const aligns: readonly (readonly [LucideIcon, string, ColumnAlign])[] = [
  [TextAlignStart, 'Align column to the start', null],
  [TextAlignCenter, 'Center column', 'center'],
  [TextAlignEnd, 'Align column to the end', 'right'],
]

/** Changes the rows and columns of the table with the cursor. What is not possible there is left out. */
export function TableMenu({ view }: { view: EditorView }) {
  const root = useRef<HTMLDivElement>(null)
  const { state } = view
  const table = isInTable(state) ? findTable(state.selection.$from) : null
  useLayoutEffect(() => {
    if (table && root.current) placeAboveBlock(root.current, view, table.pos)
  })
  if (table === null) return null
  const run = (command: Command) => {
    command(view.state, view.dispatch, view)
    view.focus()
  }
  const itemsOf = (items: readonly Item[]) =>
    items
      .filter(([, , command]) => command(state))
      .map(([icon, label, command]) => (
        <MenuItem key={label} icon={icon} onSelect={() => run(command)}>
          {label}
        </MenuItem>
      ))
  const align = alignAt(state)
  return (
    <div className={styles.tableMenu} ref={root}>
      <Menu trigger={<IconButton small icon={Table2} label="Rows and columns" />}>
        {itemsOf(rows)}
        <MenuSeparator />
        {itemsOf(columns)}
        <MenuSeparator />
        {aligns
          .filter(([, , value]) => value !== align)
          .map(([icon, label, value]) => (
            <MenuItem key={label} icon={icon} onSelect={() => run(alignColumns(value))}>
              {label}
            </MenuItem>
          ))}
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => run(commands.deleteTable)}>
          Delete table
        </MenuItem>
      </Menu>
    </div>
  )
}

/** Places a button above the end of a block. */
export function placeAboveBlock(element: HTMLElement, view: EditorView, at: number): void {
  const dom = view.nodeDOM(at)
  const frame = element.offsetParent
  if (!(dom instanceof HTMLElement) || !frame) return
  const [box, around] = [dom.getBoundingClientRect(), frame.getBoundingClientRect()]
  element.style.top = `${box.top - around.top + frame.scrollTop - element.offsetHeight}px`
  element.style.left = `${box.right - around.left - element.offsetWidth}px`
}
