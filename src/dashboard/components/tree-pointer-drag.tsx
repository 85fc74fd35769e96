import {
  DndContext,
  DragOverlay,
  type Modifier,
  MouseSensor,
  pointerWithin,
  TouchSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { type ReactNode, type RefObject, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useLatest } from '../hooks/use-debounced.ts'
import type { Brought, Presses } from './tree-presses.ts'

const byMouse = { activationConstraint: { distance: 4 } }
const byTouch = { activationConstraint: { delay: 250, tolerance: 6 } }
const autoScroll = { threshold: { x: 0, y: 0.15 } }

export type PointerDragProps = {
  presses: Presses
  /** The rows, which scroll under what is dragged. */
  space: RefObject<HTMLElement | null>
  onStart: (brought: Brought) => void
  onEnd: () => void
  onCancel: () => void
  /** What follows the pointer. */
  preview: ReactNode
}

/** Drags by pointer and touch. It is next to the rows, not around them, so that they can be there before. */
export function TreePointerDrag({ presses, space, onStart, onEnd, onCancel, preview }: PointerDragProps) {
  const sensors = useSensors(useSensor(MouseSensor, byMouse), useSensor(TouchSensor, byTouch))
  return (
    <DndContext
      sensors={sensors}
      autoScroll={autoScroll}
      collisionDetection={pointerWithin}
      accessibility={{ container: silent() }}
      onDragStart={({ active }) => onStart(active.id === 'arriving' ? 'arriving' : 'row')}
      onDragEnd={onEnd}
      onDragCancel={onCancel}
    >
      <Draggables presses={presses} space={space} />
      {createPortal(
        <DragOverlay dropAnimation={null} modifiers={[atPointer]} zIndex={80}>
          {preview}
        </DragOverlay>,
        document.body,
      )}
    </DndContext>
  )
}

/** One draggable for all rows and one for what is next to them, because one per row would make scrolling slow. */
function Draggables({ presses, space }: Pick<PointerDragProps, 'presses' | 'space'>) {
  const draggables = useLatest({
    row: useDraggable({ id: 'row' }),
    arriving: useDraggable({ id: 'arriving' }),
  })
  // Makes the list scroll under items that are dragged in from next to it.
  const { setNodeRef: setTarget } = useDroppable({ id: 'tree' })
  useEffect(() => setTarget(space.current), [space, setTarget])
  useEffect(
    () =>
      presses.connect(({ brought, element, event }) => {
        const { setNodeRef, listeners } = draggables.current[brought]
        setNodeRef(element)
        listeners?.[event.type === 'touchstart' ? 'onTouchStart' : 'onMouseDown']?.(event)
      }),
    [presses, draggables],
  )
  return null
}

/** Puts the preview next to the pointer, wherever in the row the drag started. */
const atPointer: Modifier = ({ activatorEvent, draggingNodeRect, transform }) => {
  const point = pointOf(activatorEvent)
  if (!point || !draggingNodeRect) return transform
  return {
    ...transform,
    x: transform.x + point.x - draggingNodeRect.left + 9,
    y: transform.y + point.y - draggingNodeRect.top + 9,
  }
}

function pointOf(event: Event | null): { x: number; y: number } | null {
  if (event instanceof MouseEvent) return { x: event.clientX, y: event.clientY }
  const touch =
    typeof TouchEvent !== 'undefined' && event instanceof TouchEvent ? event.touches[0] : undefined
  return touch ? { x: touch.clientX, y: touch.clientY } : null
}

/** The tree has its own live region; announcements of dnd-kit go to an element outside the document. */
const silent = (() => {
  let element: HTMLElement | undefined
  return () => {
    element ??= document.createElement('div')
    return element
  }
})()
