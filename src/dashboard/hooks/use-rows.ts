import { type RefObject, useCallback, useLayoutEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useLatest } from './use-debounced.ts'
import { useMedia } from './use-media.ts'

/** Rows beyond both edges of what is visible. */
const SLACK = 12
/** Rows that are rendered before the height is known. */
const INITIAL_HEIGHT_PX = 800

/** What is visible: from which row to which. */
type View = { readonly first: number; readonly last: number }

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
  const view = useRef<View>({ first: 0, last: INITIAL_HEIGHT_PX / rowHeight })
  const latestCount = useLatest(count)
  const [, render] = useReducer((times: number) => times + 1, 0)
  const hasRows = count > 0
  useLayoutEffect(() => {
    const element = space.current
    const scroller = scrollerOf(element)
    if (!element || !scroller || !hasRows) return
    let margin = 0
    const look = () => {
      const next = viewOf(scroller, margin, rowHeight)
      const isSame = isSameRange(view.current, next, latestCount.current)
      view.current = next
      // Rendered before the browser paints, so that a fast scroll shows no empty rows.
      if (!isSame) flushSync(render)
    }
    // Called first when the rows are laid out: measuring them now would lay them out once more before the view is complete.
    const observer = new ResizeObserver(() => {
      margin = marginOf(element, scroller)
      look()
    })
    observer.observe(scroller)
    scroller.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', look)
    }
  }, [space, rowHeight, hasRows, latestCount])
  return {
    items: rowsIn(view.current, count, pinned).map((index) => ({ index, top: index * rowHeight })),
    height: count * rowHeight,
    rowHeight,
    scrollTo: (index: number) => {
      const scroller = scrollerOf(space.current)
      if (!scroller || !space.current) return
      scrollToRow(scroller, marginOf(space.current, scroller) + index * rowHeight, rowHeight)
    },
  }
}

function viewOf({ scrollTop, clientHeight }: HTMLElement, margin: number, rowHeight: number): View {
  const first = Math.max(0, Math.floor((scrollTop - margin) / rowHeight))
  return { first, last: Math.floor((scrollTop - margin + clientHeight) / rowHeight) }
}

/** How far below the top of the scrolled content the rows begin. */
const marginOf = (element: HTMLElement, scroller: HTMLElement): number =>
  element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop

/** From the first row that is rendered to the one after the last. */
function rangeOf({ first, last }: View, count: number): readonly [from: number, to: number] {
  // Fewer rows than before leave the view behind their end until the browser has scrolled.
  const from = Math.max(0, Math.min(first, count - 1) - SLACK)
  return [from, Math.min(count, Math.floor(last) + SLACK + 1)]
}

function isSameRange(a: View, b: View, count: number): boolean {
  const [[from, to], [otherFrom, otherTo]] = [rangeOf(a, count), rangeOf(b, count)]
  return from === otherFrom && to === otherTo
}

/** The rows to render, in order. */
export function rowsIn(view: View, count: number, pinned: readonly number[]): number[] {
  const [start, end] = rangeOf(view, count)
  const inView = Array.from({ length: Math.max(0, end - start) }, (_, at) => start + at)
  const others = new Set(pinned.filter((at) => at >= 0 && at < count && (at < start || at >= end)))
  return [...inView, ...others].sort((a, b) => a - b)
}

/** Scrolls as little as makes the row visible. */
function scrollToRow(scroller: HTMLElement, top: number, rowHeight: number): void {
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
