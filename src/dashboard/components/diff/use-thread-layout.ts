import { type RefObject, useLayoutEffect } from 'react'
import { layoutThreads } from '../comments/page-threads.ts'

const GAP = 8

/**
 * Places the threads of a diff beside the blocks they are about, so that no thread covers another or pushes two blocks
 * apart. On narrow screens, the style sheet leaves the threads below the blocks.
 */
export function useThreadLayout(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const place = () => {
      const zero = element.getBoundingClientRect().top
      const anchors = [...element.querySelectorAll<HTMLElement>('.diff-anchor')]
      const all = anchors.flatMap((anchor) => {
        const threads = anchor.querySelector<HTMLElement>('.diff-threads')
        if (threads === null) return []
        return [{ threads, top: anchor.getBoundingClientRect().top - zero, height: threads.offsetHeight }]
      })
      const tops = layoutThreads(
        all,
        GAP,
        anchors.findIndex((anchor) => anchor.classList.contains('is-selected')),
      )
      for (const [index, { threads, top }] of all.entries())
        threads.style.setProperty('--thread-offset', `${(tops[index] ?? top) - top}px`)
      const last = all.length - 1
      const end = (tops[last] ?? 0) + (all[last]?.height ?? 0)
      element.style.setProperty('--threads-end', `${end}px`)
    }
    place()
    const threads = element.querySelectorAll('.diff-threads')
    if (threads.length === 0) return
    const observer = new ResizeObserver(place)
    observer.observe(element)
    for (const one of threads) observer.observe(one)
    return () => observer.disconnect()
  })
}
