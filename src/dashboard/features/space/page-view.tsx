import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis, GitPullRequest, List, MessageSquare, Pencil, Printer } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Page } from '#contract/pages.ts'
import { PageText } from '../../components/page-text/page-text.tsx'
import { useDrawnPage } from '../../components/page-text/use-drawn-page.ts'
import { PeopleHere } from '../../components/presence/people-here.tsx'
import { commentsAt } from '../../components/talk/talk-at.ts'
import { TalkedPage } from '../../components/talk/talked-page.tsx'
import { Button, ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { InlineRename } from '../../components/ui/inline-rename.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/ui/menu.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { copyText } from '../../lib/clipboard.ts'
import { placesAt } from '../../lib/content-at.ts'
import { exportPdf } from '../../lib/exporting.ts'
import { Backlinks } from './backlinks.tsx'
import { Outline } from './outline.tsx'
import { CopyItems, PageMenu } from './page-menu.tsx'
import { titleOf } from './page-rows.ts'
import { usePages } from './pages-context.ts'
import { usePageActs } from './use-page-acts.ts'
import { useProposing } from './use-proposing.ts'

/** One page as it is read, with its path, what can be done with it, and its contents at the side. */
export function PageView({ page }: { page: Page }) {
  const { content, search, onSearch } = usePages()
  const pane = useRef<HTMLElement>(null)
  const isDocument = page.type === 'document'
  const markdown = isDocument ? (page.markdown ?? '') : ''
  const drawn = useDrawnPage({
    markdown,
    places: true,
    title: page.title,
    place: {
      organizationId: content.space.organization,
      spaceId: content.space.id,
      pageTo: placesAt(content.at).page,
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
      <TalkedPage
        at={{ ...content.at, organizationId: content.space.organization }}
        page={page}
        markdown={markdown}
        html={drawn.html}
        search={search}
        onSearch={onSearch}
        mayComment={content.space.permissions.comment}
        side={
          <aside className="sp-side wide" aria-label="About this page">
            <Outline entries={drawn.outline} pane={pane} />
            {content.at.change === undefined && <Backlinks spaceId={content.space.id} pageId={page.id} />}
          </aside>
        }
      >
        <PageText html={drawn.html}>
          <h1>{titleOf(page)}</h1>
          {isDocument && page.description && <p className="lede">{page.description}</p>}
        </PageText>
        {isDocument && isEmpty && <EmptyPage page={page} />}
        {page.type === 'group' && <Below page={page} />}
        {page.type === 'link' && page.href && <LeadsTo href={page.href} />}
      </TalkedPage>
    </section>
  )
}

function PageBar({ page }: { page: Page }) {
  const { content, openSheet, onSearch } = usePages()
  const { space, at, mayEdit, index } = content
  const navigate = useNavigate()
  const acts = usePageActs(at, index)
  const [isRenaming, setIsRenaming] = useState(false)
  const mayWrite = mayEdit && page.type === 'document'
  const edit = placesAt(at).edit(page.id)
  const proposing = useProposing(space.id)
  const mayPropose = space.permissions.edit && at.change === undefined && page.type === 'document'
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
    ...(mayPropose
      ? [
          {
            id: 'propose',
            label: 'Edit this page in a change request',
            icon: GitPullRequest,
            run: () => proposing.propose(page),
          },
        ]
      : []),
    ...('path' in page
      ? [
          {
            id: 'copy-path',
            label: 'Copy the path of this page',
            run: () => void copyText(`/${page.path}`, 'Copied the path'),
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
      <PeopleHere spaceId={space.id} doing="reading" page={page.id} changeRequest={at.change} withWords />
      {page.updatedAt && (
        <span className="meta faint wide nowrap">
          Edited <Time at={page.updatedAt} ago />
        </span>
      )}
      <TalkButton page={page} />
      {mayWrite && (
        <Link className={buttonClass('line')} to={edit}>
          <ButtonFace icon={Pencil} keys="e">
            Edit
          </ButtonFace>
        </Link>
      )}
      {!mayWrite && mayPropose && (
        <Button
          look="line"
          icon={GitPullRequest}
          aria-busy={proposing.isBusy}
          onClick={() => proposing.propose(page)}
        >
          Propose an edit
        </Button>
      )}
      <Menu trigger={<IconButton tip={false} className="btn-plain" icon={Ellipsis} label="Page actions" />}>
        {mayWrite && mayPropose && (
          <MenuItem icon={GitPullRequest} onSelect={() => proposing.propose(page)}>
            Edit in a change request
          </MenuItem>
        )}
        {mayEdit ? (
          <PageMenu at={at} page={page} acts={acts} onSearch={onSearch} rename={() => setIsRenaming(true)} />
        ) : (
          <CopyItems at={at} page={page} />
        )}
        {page.type === 'document' && (
          <>
            <MenuSeparator />
            <MenuItem
              icon={Printer}
              onSelect={() => void exportPdf(at, { title: page.title, page: page.id })}
            >
              Download as PDF
            </MenuItem>
          </>
        )}
      </Menu>
    </div>
  )
}

/** How much is said of the page, and the way to it. */
function TalkButton({ page }: { page: Page }) {
  const { content, search, onSearch } = usePages()
  const { data } = useQuery(commentsAt(content.at, page.id))
  const open = data?.items.filter(({ status }) => status === 'open').length ?? 0
  const isOn = search.talk !== undefined || search.comment !== undefined
  const toggle = () => onSearch({ talk: isOn ? undefined : 'open', comment: undefined })
  useActs([{ id: 'talk', label: 'Comments on this page', icon: MessageSquare, keys: 't', run: toggle }])
  return (
    <Button
      icon={MessageSquare}
      aria-label={`Comments on this page, ${open} open`}
      aria-pressed={isOn}
      onClick={toggle}
    >
      {open > 0 && <span className="count">{open}</span>}
    </Button>
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
            <Link className={buttonClass('line')} to={placesAt(content.at).edit(page.id)}>
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
          <Link className="link" to={placesAt(content.at).page(one.id)}>
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
