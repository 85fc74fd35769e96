import type { Modifier } from '@dnd-kit/core'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type Carrying, isOutside, type Slot } from './tree-drop.ts'
import { carriedInWords } from './tree-words.ts'

type Held = { readonly slot: Slot | null; readonly carrying: Carrying | null }

/** What is carried, beside the pointer, and into what it would go. */
export function Ghost({ held, lead }: { held: Held; lead: ReactNode }) {
  const to = wordsFor(held)
  return (
    <span className="drag-ghost">
      {lead}
      {held.carrying && carriedInWords(held.carrying)}
      {to && <span className={clsx('to', to.isRefused && 'is-refused')}>{to.text}</span>}
    </span>
  )
}

/** Where it would land, in the ghost's few words. */
function wordsFor({ slot, carrying }: Held): { text: string; isRefused: boolean } | null {
  if (!carrying) return null
  if (!slot && isOutside(carrying)) return null
  if (!slot) return { text: 'not here', isRefused: true }
  if (slot.parentId === carrying.homeSlot.parentId) return null
  const parent = carrying.others.find((row) => row.id === slot.parentId)
  return { text: parent ? `into ${parent.title}` : 'to the top', isRefused: false }
}

/** Puts the ghost beside the pointer, wherever in the row it was taken. */
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
