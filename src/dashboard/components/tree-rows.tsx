import { useDraggable, useDroppable } from '@dnd-kit/core'
import { type ReactNode, type RefObject, type SyntheticEvent, useCallback } from 'react'
import { isOnControl } from './tree-props.ts'

type Props = {
  space: RefObject<HTMLDivElement | null>
  height: number
  /** The row that was pressed last, which a drag moves. */
  pressedRowId: RefObject<string | null>
  children: ReactNode
}

/** The container of the rows. One draggable for all of them, because one per row would make scrolling slow. */
export function TreeRows({ space, height, pressedRowId, children }: Props) {
  const { setNodeRef, listeners } = useDraggable({ id: 'row' })
  // Makes the list scroll under items that are dragged in from beside it.
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
    pressedRowId.current = row.dataset.row ?? null
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
