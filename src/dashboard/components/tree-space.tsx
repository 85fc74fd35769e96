import { useDraggable, useDroppable } from '@dnd-kit/core'
import { type ReactNode, type RefObject, type SyntheticEvent, useCallback } from 'react'
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
  // Only so that the list scrolls under what comes from beside it.
  const { setNodeRef: setTarget } = useDroppable({ id: 'tree' })
  const setSpace = useCallback(
    (element: HTMLDivElement | null) => {
      space.current = element
      setTarget(element)
    },
    [space, setTarget],
  )
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
      ref={setSpace}
      style={{ height }}
      onMouseDown={start('onMouseDown')}
      onTouchStart={start('onTouchStart')}
    >
      {children}
    </div>
  )
}
