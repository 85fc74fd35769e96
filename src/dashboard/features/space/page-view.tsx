import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Pencil } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Page } from '#contract/pages.ts'
import { CommentedPage } from '../../components/comments/commented-page.tsx'
import { PageText } from '../../components/page-text/page-text.tsx'
import { useRenderedPage } from '../../components/page-text/render-page.ts'
import { ButtonContent, buttonClass } from '../../components/ui/button.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { contentPaths } from '../../data/content.ts'
import { titleOf } from './page-rows.ts'
import { Backlinks, Outline } from './page-side.tsx'
import { PageToolbar } from './page-toolbar.tsx'
import styles from './space.module.css'
import { usePages } from './space-content.ts'

/** A page with its toolbar, comments and table of contents. */
export function PageView({ page }: { page: Page }) {
  const { content, search, onSearch } = usePages()
  const pane = useRef<HTMLElement>(null)
  const isDocument = page.type === 'document'
  const markdown = isDocument ? (page.markdown ?? '') : ''
  const rendered = useRenderedPage({
    markdown,
    places: true,
    title: page.title,
    place: {
      organizationId: content.space.organization,
      spaceId: content.space.id,
      pageTo: contentPaths(content.at).page,
      path: 'path' in page ? page.path : '',
      index: content.index,
      files: content.files,
    },
  })
  const isEmpty = rendered.html.trim() === ''
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className={clsx('pane', styles.page)} ref={pane} tabIndex={0} aria-label="Page">
      <PageToolbar page={page} />
      <CommentedPage
        at={{ ...content.at, organizationId: content.space.organization }}
        page={page}
        markdown={markdown}
        html={rendered.html}
        search={search}
        onSearch={onSearch}
        mayComment={content.space.permissions.comment}
        side={
          <aside className={clsx(styles.side, 'wide')} aria-label="About this page">
            <Outline entries={rendered.outline} pane={pane} />
            {content.at.change === undefined && <Backlinks spaceId={content.space.id} pageId={page.id} />}
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
              <ButtonContent icon={Pencil}>Write it</ButtonContent>
            </Link>
          )
        }
      >
        {content.canEdit ? 'Nothing is written here yet.' : 'Its writers have not come to it yet.'}
      </Empty>
    </Inset>
  )
}

/** A group has no text, so its pages are listed instead. */
function GroupPages({ page }: { page: Extract<Page, { type: 'group' }> }) {
  const { content } = usePages()
  if (page.pages.length === 0) return <p className="faint">No pages are in this group yet.</p>
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
    This entry of the navigation leads to{' '}
    <a className="link" href={href} rel="noreferrer">
      {href}
    </a>
    .
  </p>
)

const Inset = ({ children }: { children: ReactNode }) => <div className={styles.inset}>{children}</div>
