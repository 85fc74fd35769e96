import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CalendarClock, Ellipsis, GitPullRequest, List, MessageSquare, Pencil, Printer } from 'lucide-react'
import { useState } from 'react'
import type { Page } from '#contract/pages.ts'
import { commentsQuery } from '../../components/comments/queries.ts'
import { Follow } from '../../components/follow.tsx'
import { PresentPeople } from '../../components/presence/present-people.tsx'
import { Button, ButtonContent, buttonClass, IconButton } from '../../components/ui/button.tsx'
import { copyText } from '../../components/ui/copy.tsx'
import { InlineRename } from '../../components/ui/inputs.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { Time } from '../../components/ui/time.tsx'
import { contentPaths } from '../../data/content.ts'
import { exportPdf } from '../../data/exports.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { type PageActions, usePageActions, useProposeEdit } from './mutations.ts'
import { CopyItems, PageMenu } from './page-menu.tsx'
import { usePageActivity } from './page-notes.tsx'
import { titleOf } from './page-rows.ts'
import styles from './space.module.css'
import { usePages } from './space-content.ts'

/** Path, people, comments and actions above a page. */
export function PageToolbar({ page }: { page: Page }) {
  const { content, openSheet } = usePages()
  const { space, at, canEdit, index } = content
  const actions = usePageActions(at, index)
  const [isRenaming, setIsRenaming] = useState(false)
  const canWrite = canEdit && page.type === 'document'
  const editPath = contentPaths(at).edit(page.id)
  const proposal = useProposeEdit(space.id)
  const propose = () => proposal.propose(page)
  const canPropose = space.permissions.edit && at.change === undefined && page.type === 'document'
  usePageCommands({ page, canWrite, canPropose, propose })
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
            void actions.rename(page, title)
          }}
          onCancel={() => setIsRenaming(false)}
        />
      ) : (
        <span className={clsx('mono faint meta truncate', styles.path)}>
          {'path' in page ? `/${page.path}` : ''}
        </span>
      )}
      <span className="grow" />
      <PresentPeople
        spaceId={space.id}
        activity="reading"
        page={page.id}
        changeRequest={at.change}
        withWords
      />
      <LastEdit page={page} />
      {at.change === undefined && (
        <Follow spaceId={space.id} kind="page" id={page.id} title={page.title} className="btn-plain" />
      )}
      <CommentsButton page={page} />
      {canWrite && (
        <Link className={buttonClass('outline')} to={editPath}>
          <ButtonContent icon={Pencil} keys="e">
            Edit
          </ButtonContent>
        </Link>
      )}
      {!canWrite && canPropose && (
        <Button
          variant="outline"
          icon={GitPullRequest}
          keys="e"
          aria-busy={proposal.isBusy}
          onClick={propose}
        >
          Propose an edit
        </Button>
      )}
      <ToolbarMenu
        {...{ page, actions, propose }}
        canProposeToo={canWrite && canPropose}
        rename={() => setIsRenaming(true)}
      />
    </div>
  )
}

/** When the page was last edited, and by whom. */
function LastEdit({ page }: { page: Page }) {
  const { content } = usePages()
  if (!page.updatedAt) return null
  return (
    <span className="meta faint wide nowrap">
      Edited <Time at={page.updatedAt} ago />
      {content.at.change === undefined && <Editor spaceId={content.space.id} pageId={page.id} />}
    </span>
  )
}

function Editor(page: { spaceId: string; pageId: string }) {
  const name = usePageActivity(page)?.editedBy?.displayName
  return name && ` by ${name}`
}

type CommandsOptions = { page: Page; canWrite: boolean; canPropose: boolean; propose: () => void }

/** The commands of a page in the palette. */
function usePageCommands({ page, canWrite, canPropose, propose }: CommandsOptions): void {
  const { content } = usePages()
  const navigate = useNavigate()
  useActions([
    ...(canWrite
      ? [
          {
            id: 'edit',
            label: 'Edit this page',
            icon: Pencil,
            keys: 'e',
            run: () => void navigate({ to: contentPaths(content.at).edit(page.id) }),
          },
        ]
      : []),
    ...(canPropose
      ? [
          {
            id: 'propose',
            label: 'Edit this page in a change request',
            icon: GitPullRequest,
            ...(canWrite ? {} : { keys: 'e' }),
            run: propose,
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
}

type ToolbarMenuProps = {
  page: Page
  actions: PageActions
  /** Besides direct editing. */
  canProposeToo: boolean
  propose: () => void
  rename: () => void
}

function ToolbarMenu({ page, actions, canProposeToo, propose, rename }: ToolbarMenuProps) {
  const { content, onSearch } = usePages()
  const { space, at, canEdit } = content
  const documentItems = page.type === 'document' && (
    <>
      <MenuItem icon={Printer} onSelect={() => void exportPdf(at, { title: page.title, page: page.id })}>
        Download as PDF
      </MenuItem>
      {space.permissions.edit && at.change === undefined && (
        <MenuItem icon={CalendarClock} onSelect={() => onSearch({ review: page.id })}>
          Owner and review…
        </MenuItem>
      )}
    </>
  )
  return (
    <Menu trigger={<IconButton tip={false} className="btn-plain" icon={Ellipsis} label="Page actions" />}>
      {canProposeToo && (
        <MenuItem icon={GitPullRequest} onSelect={propose}>
          Edit in a change request
        </MenuItem>
      )}
      {canEdit ? (
        <PageMenu at={at} page={page} actions={actions} onSearch={onSearch} rename={rename}>
          {documentItems}
        </PageMenu>
      ) : (
        <>
          <CopyItems at={at} page={page} />
          {documentItems}
        </>
      )}
    </Menu>
  )
}

/** Toggles the comments and shows how many are open. */
function CommentsButton({ page }: { page: Page }) {
  const { content, search, onSearch } = usePages()
  const { data } = useQuery({ ...commentsQuery(content.at, page.id), enabled: useIsPainted() })
  const open = data?.items.filter(({ status }) => status === 'open').length ?? 0
  const isOn = search.comments !== undefined || search.comment !== undefined
  const toggle = () => onSearch({ comments: isOn ? undefined : 'open', comment: undefined })
  useActions([
    { id: 'comments', label: 'Comments on this page', icon: MessageSquare, keys: 't', run: toggle },
  ])
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
