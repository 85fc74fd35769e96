import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Results begin at their first row; without a filter the tree stands where it stood before. */
export function useFilteredScroll(scroller: RefObject<HTMLElement | null>, filter: string | null): void {
  const shown = useRef(filter)
  const stood = useRef(0)
  useEffect(() => {
    const element = scroller.current
    if (!element || filter !== null) return undefined
    const look = () => {
      stood.current = element.scrollTop
    }
    element.addEventListener('scroll', look, { passive: true })
    return () => element.removeEventListener('scroll', look)
  }, [scroller, filter])
  useLayoutEffect(() => {
    if (!scroller.current || shown.current === filter) return
    shown.current = filter
    scroller.current.scrollTop = filter === null ? stood.current : 0
  }, [scroller, filter])
}
