import { clsx } from 'clsx'
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  type TouchEvent,
  useContext,
  useMemo,
} from 'react'
import { useLatest } from '../hooks/use-debounced.ts'
import { useOnDemand } from '../hooks/use-on-demand.ts'
import { useIsPainted } from '../hooks/use-painted.ts'
import { onDemand } from '../lib/on-demand.ts'
import { type Drag, isOutside, type Slot } from './tree-drop.ts'
import { draggedLabel } from './tree-move.ts'
import type { PointerDragProps } from './tree-pointer-drag.tsx'
import type { Presses } from './tree-presses.ts'
import { isOnControl } from './tree-props.ts'
import type { ExternalDrag } from './use-tree-drag.ts'

const pointerDrag = onDemand(() => import('./tree-pointer-drag.tsx'))

/** Drags by pointer, once the rows are on screen and what they need is loaded. */
export function PointerDrag(props: PointerDragProps) {
  const isPainted = useIsPainted()
  const TreePointerDrag = useOnDemand(pointerDrag, isPainted)?.TreePointerDrag
  return isPainted && TreePointerDrag && <TreePointerDrag {...props} />
}

type DragSources = {
  readonly presses: Presses
  /** What a pointer drag would bring. */
  readonly source: RefObject<ExternalDrag | null>
  /** Starts a keyboard drag; false if no slot accepts the items. */
  readonly startByKeys: (arriving: ExternalDrag) => boolean
}

const SourcesContext = createContext<DragSources | null>(null)
export const TreeDragContext = SourcesContext.Provider

export function useTreeDragSources(): DragSources {
  const sources = useContext(SourcesContext)
  if (!sources) throw new Error('Rows can only be dropped into a tree from its `beside`')
  return sources
}

/** The same object as long as the tree is mounted, so that a drag doesn't rerender what is next to it. */
export function useDragSources(
  source: DragSources['source'],
  presses: Presses,
  startByKeys: DragSources['startByKeys'],
): DragSources {
  const latest = useLatest(startByKeys)
  return useMemo(
    () => ({ source, presses, startByKeys: (arriving) => latest.current(arriving) }),
    [source, presses, latest],
  )
}

type Props = {
  /** What a drag from an element of the list brings into the tree; null for nothing. */
  bring: (pressedRowId: Element) => ExternalDrag | null
  children: ReactNode
}

/** A list whose rows can be dragged into the tree next to it; each row has `data-brings`. */
export function TreeDragSource({ bring, children }: Props) {
  const { source, presses } = useTreeDragSources()
  const start = (event: MouseEvent | TouchEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-brings]') : null
    if (!row || isOnControl(event) || ('shiftKey' in event && event.shiftKey)) return
    source.current = bring(row)
    if (source.current !== null) presses.press({ brought: 'arriving', element: row, event })
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows in it have their own keys
    <div className="tree-source" onMouseDown={start} onTouchStart={start}>
      {children}
    </div>
  )
}

type Held = { readonly slot: Slot | null; readonly drag: Drag | null; readonly refusal: string | null }

/** The dragged rows next to the pointer, and where they would land. */
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
function destinationLabel({ slot, drag, refusal }: Held): { text: string; isRefused: boolean } | null {
  if (!drag) return null
  if (!slot && isOutside(drag)) return null
  if (refusal) return { text: refusal, isRefused: true }
  if (!slot) return { text: 'can’t be dropped here', isRefused: true }
  if (slot.parentId === drag.homeSlot.parentId) return null
  const parent = drag.others.find((row) => row.id === slot.parentId)
  return { text: parent ? `into ${parent.title}` : 'to the top level', isRefused: false }
}
