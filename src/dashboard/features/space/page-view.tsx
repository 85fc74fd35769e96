import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Ellipsis, GitPullRequest, List, MessageSquare, Pencil, Printer } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Page } from '#contract/pages.ts'
import { PageText } from '#dashboard/components/page-text/page-text.tsx'
import { useDrawnPage } from '#dashboard/components/page-text/use-drawn-page.ts'
import { PeopleHere } from '#dashboard/components/presence/people-here.tsx'
import { commentsAt } from '#dashboard/components/talk/talk-at.ts'
import { TalkedPage } from '#dashboard/components/talk/talked-page.tsx'
import { Button, ButtonContent, buttonClass } from '#dashboard/components/ui/button.tsx'
import { IconButton } from '#dashboard/components/ui/icon-button.tsx'
import { InlineRename } from '#dashboard/components/ui/inline-rename.tsx'
import { Menu, MenuItem, MenuSeparator } from '#dashboard/components/ui/menu.tsx'
import { Empty } from '#dashboard/components/ui/states.tsx'
import { Time } from '#dashboard/components/ui/time.tsx'
import { contentPaths } from '#dashboard/data/content.ts'
import { exportPdf } from '#dashboard/data/exports.ts'
import { useActions } from '#dashboard/hooks/use-actions.ts'
import { copyText } from '#dashboard/lib/clipboard.ts'
import { usePageActions, useProposeEdit } from './mutations.ts'
import { CopyItems, PageMenu } from './page-menu.tsx'
import { titleOf } from './page-rows.ts'
import { Backlinks, Outline } from './page-side.tsx'
import styles from './space.module.css'
import { usePages } from './space-content.ts'

/** A page with its toolbar, comments and table of contents. */
export function PageView({ page }: { page: Page }) {
  const { content, search, onSearch } = usePages()
  const pane = useRef<HTMLElement>(null)
  const isDocument = page.type === 'document'
  const markdown = isDocument ? (page.markdown ?? '') : ''
  const rendered = useDrawnPage({
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
      <TalkedPage
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
      </TalkedPage>
    </section>
  )
}

function PageToolbar({ page }: { page: Page }) {
  const { content, openSheet, onSearch } = usePages()
  const { space, at, canEdit, index } = content
  const navigate = useNavigate()
  const actions = usePageActions(at, index)
  const [isRenaming, setIsRenaming] = useState(false)
  const canWrite = canEdit && page.type === 'document'
  const editPath = contentPaths(at).edit(page.id)
  const proposal = useProposeEdit(space.id)
  const canPropose = space.permissions.edit && at.change === undefined && page.type === 'document'
  useActions([
    ...(canWrite
      ? [
          {
            id: 'edit',
            label: 'Edit this page',
            icon: Pencil,
            keys: 'e',
            run: () => void navigate({ to: editPath }),
          },
        ]
      : []),
    ...(canPropose
      ? [
          {
            id: 'propose',
            label: 'Edit this page in a change request',
            icon: GitPullRequest,
            run: () => proposal.propose(page),
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
    <div className={styles.bar}>
      <Button className="narrow" icon={List} onClick={openSheet}>
        Pages
      </Button>
      {isRenaming ? (
        <InlineRename
          label={`New name of ${titleOf(page)}`}
          value={page.title}
          onSave={(title) => {
            setIsRenaming(false)
            actions.rename(page, title)
          }}
          onCancel={() => setIsRenaming(false)}
        />
      ) : (
        <span className={clsx('mono faint meta truncate', styles.path)}>
          {'path' in page ? `/${page.path}` : ''}
        </span>
      )}
      <span className="grow" />
      <PeopleHere spaceId={space.id} doing="reading" page={page.id} changeRequest={at.change} withWords />
      {page.updatedAt && (
        <span className="meta faint wide nowrap">
          Edited <Time at={page.updatedAt} ago />
        </span>
      )}
      <CommentsButton page={page} />
      {canWrite && (
        <Link className={buttonClass('line')} to={editPath}>
          <ButtonContent icon={Pencil} keys="e">
            Edit
          </ButtonContent>
        </Link>
      )}
      {!canWrite && canPropose && (
        <Button
          variant="line"
          icon={GitPullRequest}
          aria-busy={proposal.isBusy}
          onClick={() => proposal.propose(page)}
        >
          Propose an edit
        </Button>
      )}
      <Menu trigger={<IconButton tip={false} className="btn-plain" icon={Ellipsis} label="Page actions" />}>
        {canWrite && canPropose && (
          <MenuItem icon={GitPullRequest} onSelect={() => proposal.propose(page)}>
            Edit in a change request
          </MenuItem>
        )}
        {canEdit ? (
          <PageMenu
            at={at}
            page={page}
            actions={actions}
            onSearch={onSearch}
            rename={() => setIsRenaming(true)}
          />
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

/** Toggles the comments and shows how many are open. */
function CommentsButton({ page }: { page: Page }) {
  const { content, search, onSearch } = usePages()
  const { data } = useQuery(commentsAt(content.at, page.id))
  const open = data?.items.filter(({ status }) => status === 'open').length ?? 0
  const isOn = search.talk !== undefined || search.comment !== undefined
  const toggle = () => onSearch({ talk: isOn ? undefined : 'open', comment: undefined })
  useActions([{ id: 'talk', label: 'Comments on this page', icon: MessageSquare, keys: 't', run: toggle }])
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
          content.canEdit && (
            <Link className={buttonClass('line')} to={contentPaths(content.at).edit(page.id)}>
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
