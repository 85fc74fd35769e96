import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { labels } from '../lib/labels.ts'
import { IconButton } from './ui/icon-button.tsx'
import { Menu } from './ui/menu.tsx'

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

/** The menu at the end of a row, mounted on demand: one per row would make scrolling slow. */
export function RowMenu({ title, isCurrent, children, onOpen, keepsFocus }: Props) {
  const [isOpen, setIsOpen] = useState<boolean | null>(null)
  const button = {
    small: true,
    tip: false,
    className: 'row-action',
    icon: Ellipsis,
    tabIndex: isCurrent ? 0 : -1,
    label: labels.actionsFor(title),
  }
  return (
    <div className="cell cell-end" role="gridcell">
      {children && isOpen === null && (
        <IconButton {...button} aria-haspopup="menu" aria-expanded="false" onClick={() => setIsOpen(true)} />
      )}
      {children && isOpen !== null && (
        <Menu
          trigger={<IconButton {...button} />}
          open={isOpen}
          onOpenChange={(open) => {
            if (open) onOpen?.()
            setIsOpen(open)
          }}
          {...(keepsFocus ? { keepsFocus } : {})}
        >
          {children}
        </Menu>
      )}
    </div>
  )
}
