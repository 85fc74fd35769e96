import { type Modifier, useDraggable } from '@dnd-kit/core'
import { clsx } from 'clsx'
import {
  createContext,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useContext,
  useMemo,
} from 'react'
import { useLatest } from '../hooks/use-debounced.ts'
import { type Drag, isOutside, type Slot } from './tree-drop.ts'
import { draggedLabel } from './tree-move.ts'
import { isOnControl } from './tree-props.ts'
import type { ExternalDrag } from './use-tree-drag.ts'

type DragSources = {
  /** What a pointer drag would bring. */
  readonly source: RefObject<ExternalDrag | null>
  /** Starts a keyboard drag; false if no slot accepts the items. */
  readonly startByKeys: (arriving: ExternalDrag) => boolean
}

const SourcesContext = createContext<DragSources | null>(null)
export const TreeDragContext = SourcesContext.Provider

export function useTreeDragSources(): DragSources {
  const sources = useContext(SourcesContext)
  if (!sources) throw new Error('Nothing can be brought into a tree from outside of its `beside`')
  return sources
}

/** The same object as long as the tree is mounted, so that a drag doesn't rerender what is beside it. */
export function useDragSources(
  source: DragSources['source'],
  startByKeys: DragSources['startByKeys'],
): DragSources {
  const latest = useLatest(startByKeys)
  return useMemo(() => ({ source, startByKeys: (arriving) => latest.current(arriving) }), [source, latest])
}

type Props = {
  /** What a drag from an element of the list brings into the tree; null for nothing. */
  bring: (pressedRowId: Element) => ExternalDrag | null
  children: ReactNode
}

/** A list whose rows can be dragged into the tree beside it; each row has `data-brings`. */
export function TreeDragSource({ bring, children }: Props) {
  const { source } = useTreeDragSources()
  const { setNodeRef, listeners } = useDraggable({ id: 'arriving' })
  const start = (name: 'onMouseDown' | 'onTouchStart') => (event: SyntheticEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-brings]') : null
    if (!row || isOnControl(event) || ('shiftKey' in event && event.shiftKey)) return
    source.current = bring(row)
    if (source.current === null) return
    setNodeRef(row)
    listeners?.[name]?.(event)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows in it have their own keys
    <div className="tree-source" onMouseDown={start('onMouseDown')} onTouchStart={start('onTouchStart')}>
      {children}
    </div>
  )
}

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
  if (!slot) return { text: 'can’t be dropped here', isRefused: true }
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
