import * as Radix from '@radix-ui/react-dialog'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import './structure-side.css'

type Props = {
  /** Name of what it shows, where it lies over the page. */
  title: string
  isNarrow: boolean
  /** `half` leaves the tree in view above it, so that rows can be dragged there. */
  shape?: 'sheet' | 'half'
  onClose: () => void
  children: ReactNode
}

/** Beside the tree on wide screens; over it, from below, on narrow ones. */
export function StructureSide({ title, isNarrow, shape = 'sheet', onClose, children }: Props) {
  if (!isNarrow || shape === 'half') {
    return <aside className={clsx('st-aside', isNarrow && 'is-half')}>{children}</aside>
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <div className="st-scrim" />
        <Radix.Content className="st-sheet" aria-describedby={undefined}>
          <Radix.Title className="sr">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
