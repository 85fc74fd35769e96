import { ArrowDown, ArrowDownToLine, ArrowUp, Copy, Table2, Trash2 } from 'lucide-react'
import type { EditorView } from 'prosemirror-view'
import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../components/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../components/ui/menu.tsx'
import { cardCommands, currentCard } from './card-commands.ts'
import { placeAboveBlock } from './table-menu.tsx'
import styles from './visual.module.css'

/** Changes the rows of the table of HTML with the cursor. */
export function RowMenu({ view }: { view: EditorView }) {
  const root = useRef<HTMLDivElement>(null)
  const row = currentCard(view.state)
  const isGrid = row?.cards.attrs.view === 'grid'
  useLayoutEffect(() => {
    if (isGrid && root.current) placeAboveBlock(root.current, view, row.cardsAt)
  })
  if (!isGrid) return null
  const run = (command: (typeof cardCommands)[keyof typeof cardCommands]) => {
    command()(view.state, view.dispatch)
    view.focus()
  }
  return (
    <div className={styles.tableMenu} ref={root}>
      <Menu trigger={<IconButton small icon={Table2} label="Rows" />}>
        <MenuItem icon={ArrowDownToLine} onSelect={() => run(cardCommands.add)}>
          Insert row below
        </MenuItem>
        {row.index > 0 && (
          <MenuItem icon={ArrowUp} keys="alt+arrowup" onSelect={() => run(cardCommands.moveBack)}>
            Move row up
          </MenuItem>
        )}
        {row.index < row.cards.childCount - 1 && (
          <MenuItem icon={ArrowDown} keys="alt+arrowdown" onSelect={() => run(cardCommands.moveForward)}>
            Move row down
          </MenuItem>
        )}
        <MenuItem icon={Copy} keys="mod+d" onSelect={() => run(cardCommands.duplicate)}>
          Duplicate row
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} danger onSelect={() => run(cardCommands.delete)}>
          {row.cards.childCount > 1 ? 'Delete row' : 'Delete table'}
        </MenuItem>
      </Menu>
    </div>
  )
}
