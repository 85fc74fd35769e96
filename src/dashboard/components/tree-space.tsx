import { useDraggable } from '@dnd-kit/core'
import type { ReactNode, RefObject, SyntheticEvent } from 'react'
import { isOnControl } from './tree-props.ts'

type Props = {
  space: RefObject<HTMLDivElement | null>
  height: number
  /** The row that was pressed last; a drag is about this one. */
  pressed: RefObject<string | null>
  children: ReactNode
}

/** The room of the rows. One draggable for all of them, since one each would make scrolling slow. */
export function TreeSpace({ space, height, pressed, children }: Props) {
  const { setNodeRef, listeners } = useDraggable({ id: 'row' })
  const start = (name: 'onMouseDown' | 'onTouchStart') => (event: SyntheticEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drags]') : null
    if (!row || isOnControl(event) || ('shiftKey' in event && event.shiftKey)) return
    pressed.current = row.dataset.row ?? null
    setNodeRef(row)
    listeners?.[name]?.(event)
  }
  return (
    <div
      className="tree-space"
      role="rowgroup"
      ref={space}
      style={{ height }}
      onMouseDown={start('onMouseDown')}
      onTouchStart={start('onTouchStart')}
    >
      {children}
    </div>
  )
}
