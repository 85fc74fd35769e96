import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

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
