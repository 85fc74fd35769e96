import { Ellipsis } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { labels } from '../lib/labels.ts'
import type { Selection } from './tree-navigation.ts'
import { IconButton } from './ui/button.tsx'
import { Keys } from './ui/kbd.tsx'
import { Menu } from './ui/menu.tsx'
import type { MenuOffset } from './ui/menu-parts.tsx'

type Props = {
  /** What the row is called. */
  title: string
  /** Whether the tab key reaches it now. */
  isCurrent: boolean
  /** The items; null where nothing may be done. */
  children: ReactNode
  onOpen?: () => void
  keepsFocus?: () => boolean
}

/** The menu at the end of a row. A right click on the row, or the menu key, opens it at the pointer. */
export function RowMenu({ title, isCurrent, children, onOpen, keepsFocus }: Props) {
  const cell = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState<MenuOffset>()
  useEffect(() => {
    const row = cell.current?.closest('[role="row"]')
    const open = (event: Event) => {
      const button = cell.current?.querySelector('button')
      // A long press selects and drags.
      if (!button || !(event instanceof PointerEvent) || event.pointerType === 'touch') return
      event.preventDefault()
      const { left, bottom } = button.getBoundingClientRect()
      setOffset({ along: event.clientX - left, below: event.clientY - bottom })
    }
    row?.addEventListener('contextmenu', open)
    return () => row?.removeEventListener('contextmenu', open)
  }, [])
  const button = (
    <IconButton
      small
      tip={false}
      className="row-action"
      icon={Ellipsis}
      tabIndex={isCurrent ? 0 : -1}
      label={labels.actionsFor(title)}
    />
  )
  return (
    <div className="cell cell-end" role="gridcell" ref={cell}>
      {children && (
        <Menu
          trigger={button}
          offset={offset}
          onOpenChange={(open) => {
            if (open) onOpen?.()
            else setOffset(undefined)
          }}
          {...(keepsFocus ? { keepsFocus } : {})}
        >
          {children}
        </Menu>
      )}
    </div>
  )
}

/** Actions for the selected rows; its buttons are `<Button variant="inherit">`. Rendered in the frame's main area. */
export const BulkBar = ({ selection, children }: { selection: Selection; children: ReactNode }) => (
  <div className="bulk" role="toolbar" aria-label={labels.selected(selection.ids.size)}>
    <span className="n">{labels.selected(selection.ids.size)}</span>
    <span className="sep" />
    {children}
    <span className="sep" />
    <button type="button" className="btn" onClick={() => selection.onChange(new Set())}>
      <span>
        Clear<span className="sr"> selection</span>
      </span>
      <span className="wide">
        <Keys of="escape" />
      </span>
    </button>
  </div>
)
