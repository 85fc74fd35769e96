import { type RefObject, useEffect, useState } from 'react'
import type { OutlineEntry } from '#markup/outline.ts'
import { anchorPrefix } from '../../lib/places.ts'

type Props = { entries: readonly OutlineEntry[]; pane: RefObject<HTMLElement | null> }

/** The headings of the page; the one being read is marked. */
export function Outline({ entries, pane }: Props) {
  const current = useHeadingInView(entries, pane)
  if (entries.length === 0) return null
  return (
    <nav aria-label="On this page">
      <h2 className="sp-side-head">On this page</h2>
      <ul className="toc">
        {entries.map(({ anchor, text, level }) => (
          <li key={anchor} className={level > 2 ? 'is-deep' : undefined}>
            <a href={`#${anchorPrefix}${anchor}`} aria-current={anchor === current ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How far below the upper edge a heading still counts as the one being read, in pixels. */
const reach = 96

function useHeadingInView(entries: readonly OutlineEntry[], pane: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const scroller = pane.current
    if (!scroller) return
    const look = () => {
      const top = scroller.getBoundingClientRect().top + reach
      const passed = entries.filter(({ anchor }) => {
        const heading = document.getElementById(anchorPrefix + anchor)
        return heading !== null && heading.getBoundingClientRect().top <= top
      })
      const isAtEnd =
        scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      setCurrent((isAtEnd ? entries.at(-1) : (passed.at(-1) ?? entries[0]))?.anchor)
    }
    look()
    scroller.addEventListener('scroll', look, { passive: true })
    return () => scroller.removeEventListener('scroll', look)
  }, [entries, pane])
  return current
}
