import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Page } from '#contract/pages.ts'
import type { OutlineEntry } from '#markup/outline.ts'
import { CommentedPage } from '../../components/comments/commented-page.tsx'
import { PageText } from '../../components/page-text/page-text.tsx'
import { useRenderedPage } from '../../components/page-text/render-page.ts'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { contentPaths } from '../../data/content.ts'
import { anchorPrefix } from '../../lib/paths.ts'
import { readingPosition } from '../../lib/reading-position.ts'
import { PageNotes } from './page-notes.tsx'
import { pageRendering } from './page-rendering.ts'
import { PageOverdue, PageReview } from './page-review-parts.tsx'
import { titleOf } from './page-rows.ts'
import { PageToolbar } from './page-toolbar.tsx'
import styles from './space.module.css'
import { usePages } from './space-content.ts'

/** A page with its toolbar, comments and table of contents. */
export function PageView({ page }: { page: Page }) {
  const { content, search, onSearch } = usePages()
  const pane = useRef<HTMLElement>(null)
  const isDocument = page.type === 'document'
  const { space, at, index, files, variables } = content
  // Rendering takes long enough that it must not happen with every change around the page.
  const rendering = useMemo(
    () => pageRendering({ space, at, index, files, variables }, page),
    [space, at, index, files, variables, page],
  )
  const rendered = useRenderedPage(rendering)
  const isEmpty = rendered.html.trim() === ''
  // Its cleanup runs while the page is still on screen.
  useLayoutEffect(() => {
    const { current } = pane
    return () => {
      if (current) readingPosition.store(page.id, current)
    }
  }, [page.id])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className={clsx('pane', styles.page)} ref={pane} tabIndex={0} aria-label="Page">
      <PageToolbar page={page} />
      <PageOverdue page={page} />
      <CommentedPage
        at={{ ...content.at, organizationId: content.space.organization }}
        page={page}
        rendered={rendered}
        search={search}
        onSearch={onSearch}
        mayComment={content.space.permissions.comment}
        side={
          <aside className={clsx(styles.side, 'wide')} aria-label="About this page">
            <Outline entries={rendered.outline} pane={pane} />
            <PageReview page={page} />
            {content.at.change === undefined && <PageNotes spaceId={content.space.id} pageId={page.id} />}
          </aside>
        }
      >
        <PageText html={rendered.html}>
          <h1>{titleOf(page)}</h1>
          {isDocument && page.description && <p className="lede">{page.description}</p>}
        </PageText>
        {isDocument && isEmpty && <EmptyPage page={page} />}
        {page.type === 'group' && <GroupPages page={page} />}
        {page.type === 'link' && page.href && <LinkTarget href={page.href} />}
      </CommentedPage>
    </section>
  )
}

function EmptyPage({ page }: { page: Page }) {
  const { content } = usePages()
  return (
    <Inset>
      <Empty
        title="This page is empty"
        actions={
          content.canEdit && (
            <Link className={buttonClass('outline')} to={contentPaths(content.at).edit(page.id)}>
              <ButtonContent icon={Pencil}>Write this page</ButtonContent>
            </Link>
          )
        }
      >
        {content.canEdit ? 'Add text, images and more in the editor.' : 'No one has written anything yet.'}
      </Empty>
    </Inset>
  )
}

/** A group has no text, so its pages are listed instead. */
function GroupPages({ page }: { page: Extract<Page, { type: 'group' }> }) {
  const { content } = usePages()
  if (page.pages.length === 0) return <p className="faint">This group has no pages yet.</p>
  return (
    <ul className={styles.below}>
      {page.pages.map((child) => (
        <li key={child.id}>
          <Link className="link" to={contentPaths(content.at).page(child.id)}>
            {titleOf(child)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const LinkTarget = ({ href }: { href: string }) => (
  <p className="soft">
    This entry links to{' '}
    <a className="link" href={href} rel="noreferrer">
      {href}
    </a>
    .
  </p>
)

const Inset = ({ children }: { children: ReactNode }) => <div className={styles.inset}>{children}</div>

type Props = { entries: readonly OutlineEntry[]; pane: RefObject<HTMLElement | null> }

/** Table of contents that marks the heading being read. */
function Outline({ entries, pane }: Props) {
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
