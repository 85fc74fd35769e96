import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, List, Pencil } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Page } from '#contract/pages.ts'
import { PageText } from '../../components/page-text/page-text.tsx'
import { useDrawnPage } from '../../components/page-text/use-drawn-page.ts'
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { InlineRename } from '../../components/ui/inline-rename.tsx'
import { Menu } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { places } from '../../lib/places.ts'
import { Outline } from './outline.tsx'
import { CopyItems, copy, PageMenu } from './page-menu.tsx'
import { titleOf } from './page-rows.ts'
import { usePages } from './pages-context.ts'
import { usePageActs } from './use-page-acts.ts'

/** One page as it is read, with its path, what can be done with it, and its contents at the side. */
export function PageView({ page }: { page: Page }) {
  const { content } = usePages()
  const pane = useRef<HTMLElement>(null)
  const isDocument = page.type === 'document'
  const drawn = useDrawnPage({
    markdown: isDocument ? (page.markdown ?? '') : '',
    title: page.title,
    place: {
      spaceId: content.space.id,
      path: 'path' in page ? page.path : '',
      index: content.index,
      files: content.files,
    },
  })
  const isEmpty = drawn.html.trim() === ''
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className="pane sp-page" ref={pane} tabIndex={0} aria-label="Page">
      <PageBar page={page} />
      <div className="sp-cols">
        <div>
          <PageText html={drawn.html}>
            <h1>{titleOf(page)}</h1>
            {isDocument && page.description && <p className="lede">{page.description}</p>}
          </PageText>
          {isDocument && isEmpty && <EmptyPage page={page} />}
          {page.type === 'group' && <Below page={page} />}
          {page.type === 'link' && page.href && <LeadsTo href={page.href} />}
        </div>
        <aside className="sp-side wide" aria-label="About this page">
          <Outline entries={drawn.outline} pane={pane} />
        </aside>
      </div>
    </section>
  )
}

function PageBar({ page }: { page: Page }) {
  const { content, openSheet, onSearch } = usePages()
  const { space, mayEdit, index } = content
  const navigate = useNavigate()
  const acts = usePageActs(space.id, index)
  const [isRenaming, setIsRenaming] = useState(false)
  const mayWrite = mayEdit && page.type === 'document'
  const edit = places.editPage(space.id, page.id)
  useActs([
    ...(mayWrite
      ? [
          {
            id: 'edit',
            label: 'Edit this page',
            icon: Pencil,
            keys: 'e',
            run: () => void navigate({ to: edit }),
          },
        ]
      : []),
    ...('path' in page
      ? [
          {
            id: 'copy-path',
            label: 'Copy the path of this page',
            run: () => void copy(`/${page.path}`, 'Copied the path'),
          },
        ]
      : []),
  ])
  return (
    <div className="sp-bar">
      <Button className="narrow" icon={List} onClick={openSheet}>
        Pages
      </Button>
      {isRenaming ? (
        <InlineRename
          label={`New name of ${titleOf(page)}`}
          value={page.title}
          onSave={(title) => {
            setIsRenaming(false)
            acts.rename(page, title)
          }}
          onCancel={() => setIsRenaming(false)}
        />
      ) : (
        <span className="mono faint meta truncate sp-path">{'path' in page ? `/${page.path}` : ''}</span>
      )}
      <span className="grow" />
      {page.updatedAt && (
        <span className="meta faint wide nowrap">
          Edited <Time at={page.updatedAt} ago />
        </span>
      )}
      {mayWrite && (
        <Link className={buttonClass('line')} to={edit}>
          <ButtonFace icon={Pencil} keys="e">
            Edit
          </ButtonFace>
        </Link>
      )}
      <Menu trigger={<IconButton tip={false} className="btn-plain" icon={Ellipsis} label="Page actions" />}>
        {mayEdit ? (
          <PageMenu
            spaceId={space.id}
            page={page}
            acts={acts}
            onSearch={onSearch}
            rename={() => setIsRenaming(true)}
          />
        ) : (
          <CopyItems spaceId={space.id} page={page} />
        )}
      </Menu>
    </div>
  )
}

function EmptyPage({ page }: { page: Page }) {
  const { content } = usePages()
  return (
    <Inset>
      <Empty
        title="This page is empty"
        acts={
          content.mayEdit && (
            <Link className={buttonClass('line')} to={places.editPage(content.space.id, page.id)}>
              <ButtonFace icon={Pencil}>Write it</ButtonFace>
            </Link>
          )
        }
      >
        {content.mayEdit ? 'Nothing is written here yet.' : 'Its writers have not come to it yet.'}
      </Empty>
    </Inset>
  )
}

/** A group has no text; what it holds stands in its place. */
function Below({ page }: { page: Extract<Page, { type: 'group' }> }) {
  const { content } = usePages()
  if (page.pages.length === 0) return <p className="faint">No pages are in this group yet.</p>
  return (
    <ul className="sp-below">
      {page.pages.map((one) => (
        <li key={one.id}>
          <Link className="link" to={places.page(content.space.id, one.id)}>
            {titleOf(one)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const LeadsTo = ({ href }: { href: string }) => (
  <p className="soft">
    This entry of the navigation leads to{' '}
    <a className="link" href={href} rel="noreferrer">
      {href}
    </a>
    .
  </p>
)

const Inset = ({ children }: { children: ReactNode }) => <div className="sp-inset">{children}</div>
