import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/**
 * Focus on rows. A row that is moved in the document loses the focus although nobody took it away; it gets it back.
 */
export function useRowFocus(space: RefObject<HTMLElement | null>, current: string | null) {
  const wanted = useRef<string | null>(null)
  const hadFocus = useRef(false)
  const rowOf = useCallback(
    (id: string) => space.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`),
    [space],
  )
  useLayoutEffect(() => {
    if (wanted.current !== null) {
      const row = rowOf(wanted.current)
      if (row) {
        wanted.current = null
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
      else wanted.current = id
    },
    [rowOf],
  )
}
