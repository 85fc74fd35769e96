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
import type { ArrivingHand } from './use-tree-carry.ts'

type Sources = {
  /** What the pointer would bring. */
  readonly source: RefObject<ArrivingHand | null>
  /** Takes rows into the hand by keys; false when the tree has no place for them. */
  readonly takeByKeys: (arriving: ArrivingHand) => boolean
}

const SourcesContext = createContext<Sources | null>(null)
export const TreeSources = SourcesContext.Provider

export function useTreeSources(): Sources {
  const sources = useContext(SourcesContext)
  if (!sources) throw new Error('Nothing can be brought into a tree from outside of its `beside`')
  return sources
}

/** The same object as long as the tree is there, so that what stands beside it is not drawn anew by every drag. */
export function useSources(source: Sources['source'], takeByKeys: Sources['takeByKeys']): Sources {
  const latest = useLatest(takeByKeys)
  return useMemo(() => ({ source, takeByKeys: (arriving) => latest.current(arriving) }), [source, latest])
}

type Props = {
  /** What a press on a part of the list would bring into the tree; null for nothing. */
  bring: (pressed: Element) => ArrivingHand | null
  children: ReactNode
}

/** A list whose rows can be dragged into the tree beside it; each of them has `data-brings`. */
export function TreeSource({ bring, children }: Props) {
  const { source } = useTreeSources()
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
