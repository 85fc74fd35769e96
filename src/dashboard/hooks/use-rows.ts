import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from './use-media.ts'

/** Rows beyond both edges of what is visible. */
const SLACK = 12
/** Rows that are rendered before the height is known. */
const INITIAL_HEIGHT_PX = 800

/** What is visible: from which row to which, and how far below the top of the scrolled content the rows begin. */
type View = { readonly first: number; readonly last: number; readonly margin: number }

/**
 * Only what is on screen is in the document, and what must not go: the row in focus and the one in the hand. All rows
 * are equally high, so positions are products.
 */
export function useVirtualRows(
  space: RefObject<HTMLElement | null>,
  count: number,
  pinned: readonly number[],
  isSlim = false,
) {
  const rowHeight = useRowHeight(isSlim)
  const [view, setView] = useState<View>({ first: 0, last: INITIAL_HEIGHT_PX / rowHeight, margin: 0 })
  const hasRows = count > 0
  useLayoutEffect(() => {
    const element = space.current
    const scroller = scrollerOf(element)
    if (!element || !scroller || !hasRows) return
    let margin = 0
    const look = () => {
      const next = viewOf(scroller, margin, rowHeight)
      setView((before) => (isSameView(before, next) ? before : next))
    }
    const measure = () => {
      const above = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
      margin = above + scroller.scrollTop
      look()
    }
    // Rendered before the browser paints, so that a fast scroll shows no empty rows.
    const onScroll = () => flushSync(look)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [space, rowHeight, hasRows])
  return {
    items: rowsIn(view, count, pinned).map((index) => ({ index, top: index * rowHeight })),
    height: count * rowHeight,
    rowHeight,
    scrollTo: (index: number) =>
      scrollToRow(scrollerOf(space.current), view.margin + index * rowHeight, rowHeight),
  }
}

function viewOf({ scrollTop, clientHeight }: HTMLElement, margin: number, rowHeight: number): View {
  const first = Math.max(0, Math.floor((scrollTop - margin) / rowHeight))
  return { first, last: Math.floor((scrollTop - margin + clientHeight) / rowHeight), margin }
}

const isSameView = (a: View, b: View): boolean =>
  a.first === b.first && a.last === b.last && a.margin === b.margin

/** The rows to render, in order. */
export function rowsIn(
  { first, last }: Pick<View, 'first' | 'last'>,
  count: number,
  pinned: readonly number[],
): number[] {
  // Fewer rows than before leave the view behind their end until the browser has scrolled.
  const start = Math.max(0, Math.min(first, count - 1) - SLACK)
  const end = Math.min(count, Math.floor(last) + SLACK + 1)
  const inView = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
  const others = new Set(pinned.filter((at) => at >= 0 && at < count && (at < start || at >= end)))
  return [...inView, ...others].sort((a, b) => a - b)
}

/** Scrolls as little as makes the row visible. */
function scrollToRow(scroller: HTMLElement | null, top: number, rowHeight: number): void {
  if (!scroller) return
  const { scrollTop, clientHeight } = scroller
  if (top < scrollTop) scroller.scrollTop = top
  else if (top + rowHeight > scrollTop + clientHeight) scroller.scrollTop = top + rowHeight - clientHeight
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
