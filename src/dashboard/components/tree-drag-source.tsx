import { useDraggable } from '@dnd-kit/core'
import {
  createContext,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useContext,
  useMemo,
} from 'react'
import { useLatest } from '../hooks/use-latest.ts'
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
