import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMedia } from './use-media.ts'

const slack = 12

/** Only what is on screen is in the document, and what must not go: the row in focus and the one in the hand. */
export function useVirtualRows(
  space: RefObject<HTMLElement | null>,
  count: number,
  pinned: readonly number[],
  isSlim = false,
) {
  const rowHeight = useRowHeight(isSlim)
  const [margin, setMargin] = useState(0)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => scrollerOf(space.current),
    estimateSize: () => rowHeight,
    overscan: slack,
    scrollMargin: margin,
    initialRect: { width: 800, height: 800 },
    rangeExtractor: (range) => {
      const inRange = new Set(defaultRangeExtractor(range))
      for (const at of pinned) if (at >= 0 && at < count) inRange.add(at)
      return [...inRange].sort((a, b) => a - b)
    },
  })
  useLayoutEffect(() => {
    const element = space.current
    const scroller = scrollerOf(element)
    if (!element || !scroller) return
    const measure = () => {
      const above = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
      setMargin(above + scroller.scrollTop)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    return () => observer.disconnect()
  }, [space, count > 0])
  useEffect(() => virtual.measure(), [rowHeight])
  return {
    items: virtual.getVirtualItems(),
    height: virtual.getTotalSize(),
    margin,
    rowHeight,
    scrollTo: (index: number) => virtual.scrollToIndex(index, { align: 'auto' }),
  }
}

const scrollerOf = (element: HTMLElement | null): HTMLElement | null =>
  element?.closest<HTMLElement>('.scroll, .pane') ?? null

/** As `--row` in the tokens, or as `.is-slim` has it: taller for fingers. */
export function useRowHeight(isSlim = false): number {
  const isCoarse = useMedia('(pointer: coarse), (max-width: 899px)')
  if (isSlim) return isCoarse ? 40 : 30
  return isCoarse ? 48 : 36
}

/** Focuses rows by id, and restores the focus that a row loses when it is moved in the document. */
export function useRowFocus(space: RefObject<HTMLElement | null>, current: string | null) {
  const pendingId = useRef<string | null>(null)
  const hadFocus = useRef(false)
  const rowOf = useCallback(
    (id: string) => space.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`),
    [space],
  )
  useLayoutEffect(() => {
    if (pendingId.current !== null) {
      const row = rowOf(pendingId.current)
      if (row) {
        pendingId.current = null
        row.focus({ preventScroll: true })
      }
    } else if (hadFocus.current && current !== null && document.activeElement === document.body) {
      rowOf(current)?.focus({ preventScroll: true })
    }
    hadFocus.current = space.current?.contains(document.activeElement) ?? false
  })
  return useCallback(
    (id: string) => {
      const row = rowOf(id)
      if (row) row.focus({ preventScroll: true })
      else pendingId.current = id
    },
    [rowOf],
  )
}
