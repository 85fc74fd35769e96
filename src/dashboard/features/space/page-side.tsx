import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useState } from 'react'
import { api } from '#contract/api.ts'
import type { OutlineEntry } from '#markup/outline.ts'
import { q } from '../../data/api.ts'
import { labels } from '../../lib/labels.ts'
import { anchorPrefix, paths } from '../../lib/paths.ts'
import styles from './space.module.css'

type Props = { entries: readonly OutlineEntry[]; pane: RefObject<HTMLElement | null> }

/** Table of contents that marks the heading being read. */
export function Outline({ entries, pane }: Props) {
  const current = useHeadingInView(entries, pane)
  if (entries.length === 0) return null
  return (
    <nav aria-label="On this page">
      <h2 className={styles.sideHead}>On this page</h2>
      <ul className={styles.toc}>
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

/** A heading counts as being read up to this distance below the top edge. */
const ACTIVE_OFFSET_PX = 96

function useHeadingInView(entries: readonly OutlineEntry[], pane: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const scroller = pane.current
    if (!scroller) return
    const updateCurrent = () => {
      const top = scroller.getBoundingClientRect().top + ACTIVE_OFFSET_PX
      const passed = entries.filter(({ anchor }) => {
        const heading = document.getElementById(anchorPrefix + anchor)
        return heading !== null && heading.getBoundingClientRect().top <= top
      })
      const isAtEnd =
        scroller.scrollTop > 0 && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2
      setCurrent((isAtEnd ? entries.at(-1) : (passed.at(-1) ?? entries[0]))?.anchor)
    }
    updateCurrent()
    scroller.addEventListener('scroll', updateCurrent, { passive: true })
    return () => scroller.removeEventListener('scroll', updateCurrent)
  }, [entries, pane])
  return current
}

const MAX_BACKLINKS = 20

/** The pages that link to this one; renders nothing if there are none. */
export function Backlinks({ spaceId, pageId }: { spaceId: string; pageId: string }) {
  const { data } = useQuery(
    q(api.spaceContent.pageBacklinks, { params: { spaceId, pageId }, query: { limit: MAX_BACKLINKS } }),
  )
  const pages = data?.items.flatMap((one) => (one.kind === 'page' ? [one.page] : [])) ?? []
  if (!data || pages.length === 0) return null
  return (
    <nav className={styles.backlinks} aria-labelledby="backlinks">
      <h2 id="backlinks">
        Linked from <span className="count">{data.count}</span>
      </h2>
      <ul>
        {pages.map((page) => (
          <li key={page.id}>
            <Link className="truncate" to={paths.page(spaceId, page.id)}>
              {page.title || labels.untitled}
            </Link>
          </li>
        ))}
        {data.count > pages.length && <li className="faint">and {data.count - pages.length} more</li>}
      </ul>
    </nav>
  )
}
