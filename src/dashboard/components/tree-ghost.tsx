import type { Modifier } from '@dnd-kit/core'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type Drag, isOutside, type Slot } from './tree-drop.ts'
import { draggedLabel } from './tree-labels.ts'

type Held = { readonly slot: Slot | null; readonly drag: Drag | null }

/** The dragged rows beside the pointer, and where they would land. */
export function DragPreview({ dragging, lead }: { dragging: Held; lead: ReactNode }) {
  const to = destinationLabel(dragging)
  return (
    <span className="drag-ghost">
      {lead}
      {dragging.drag && draggedLabel(dragging.drag)}
      {to && <span className={clsx('to', to.isRefused && 'is-refused')}>{to.text}</span>}
    </span>
  )
}

/** Where the rows would land, as a short label. */
function destinationLabel({ slot, drag }: Held): { text: string; isRefused: boolean } | null {
  if (!drag) return null
  if (!slot && isOutside(drag)) return null
  if (!slot) return { text: 'not here', isRefused: true }
  if (slot.parentId === drag.homeSlot.parentId) return null
  const parent = drag.others.find((row) => row.id === slot.parentId)
  return { text: parent ? `into ${parent.title}` : 'to the top', isRefused: false }
}

/** Puts the preview beside the pointer, wherever in the row the drag started. */
export const atPointer: Modifier = ({ activatorEvent, draggingNodeRect, transform }) => {
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
