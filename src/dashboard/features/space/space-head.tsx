import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useParams, useRouteContext } from '@tanstack/react-router'
import {
  Download,
  FileArchive,
  GitPullRequest,
  Lock,
  MessageSquare,
  Plus,
  Printer,
  Search,
  Users,
} from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { Space } from '#contract/spaces.ts'
import { AskForAccessButton } from '../../components/ask-for-access/ask-button.tsx'
import { Follow } from '../../components/follow.tsx'
import { Button, ButtonContent, buttonClass, IconButton } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Badge, Emoji } from '../../components/ui/marks.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { PinButton } from '../../components/use-pins.tsx'
import { spaceSubject } from '../../data/access.ts'
import { exportMarkdown, exportPdf } from '../../data/exports.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useIsFirstViewLoaded } from '../../hooks/use-first-view.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import { defaultAccessLabel } from './labels.ts'
import { brokenLinkCountQuery } from './queries.ts'
import { usePages } from './space-content.ts'

const GitSyncStatus = lazy(async () => ({
  default: (await import('../../components/git-sync-status.tsx')).GitSyncStatus,
}))

type Props = {
  space: Space
  /** The primary action of the view. */
  action?: ReactNode
  /** Whether the pages or a page is shown below. */
  isAmongPages?: boolean
}

/** Title, default access and tabs of a space. */
export function SpaceHead({ space, action, isAmongPages = false }: Props) {
  const session = useRouteContext({ from: '/_app', select: (context) => context.session })
  const reusableContent = paths.reusableContent(space.id)
  const translation = `${paths.translations(space.id)}/`
  const gitSync = paths.spaceGitSync(space.id)
  // Changes only between these tabs, so that going from page to page doesn't render the head.
  const within = useLocation({
    select: ({ pathname }) =>
      [reusableContent, translation, gitSync].find((address) => pathname.startsWith(address)),
  })
  const organization = session.organizations.find(({ id }) => id === space.organization)
  const navigate = useNavigate()
  useActions([
    {
      id: 'space-search',
      label: 'Search this space',
      icon: Search,
      run: () => void navigate({ to: paths.spaceSearch(space.id) }),
    },
  ])
  const isLoaded = useIsFirstViewLoaded()
  const isPainted = useIsPainted()
  const brokenLinks = useQuery({ ...brokenLinkCountQuery(space.id), enabled: isPainted }).data?.count ?? 0
  const { text, isRestricted } = defaultAccessLabel(space, organization?.title ?? 'the organization')
  const tabs = [
    { label: 'Pages', to: paths.space(space.id), isCurrent: isAmongPages },
    {
      label: 'Changes',
      to: paths.changes(space.id),
      count: space.changeRequestsOpen + space.changeRequestsDraft || undefined,
    },
    { label: 'History', to: paths.history(space.id) },
    {
      label: 'Reusable content',
      to: reusableContent,
      isCurrent: within === reusableContent,
    },
    { label: 'Files', to: paths.files(space.id) },
    {
      label: 'Links',
      to: paths.links(space.id),
      badge: brokenLinks > 0 && <Badge tone="danger">{brokenLinks.toLocaleString('en')} broken</Badge>,
    },
    {
      label: 'Translations',
      to: paths.translations(space.id),
      isCurrent: within === translation,
    },
    ...(space.permissions.edit ? [{ label: 'Import', to: paths.spaceImport(space.id) }] : []),
    { label: 'Access', to: paths.spaceAccess(space.id) },
    ...(space.permissions.edit
      ? [
          {
            label: 'Settings',
            to: paths.spaceSettings(space.id),
            isCurrent: within === gitSync,
          },
        ]
      : []),
  ]
  return (
    <div className="page-head">
      <div className="title-row">
        <Emoji of={space.emoji} />
        <h1 className="truncate">{space.title || labels.untitled}</h1>
        <span className="status wide">
          <Icon of={isRestricted ? Lock : Users} size="s" />
          {text}
        </span>
        {space.editMode === 'locked' && <Badge icon={Lock}>Locked</Badge>}
        {isLoaded && space.gitSync && space.permissions.admin && (
          <Suspense>
            <GitSyncStatus space={space} />
          </Suspense>
        )}
        <div className="actions">
          <Link
            className={buttonClass('plain', undefined, 'wide')}
            to={paths.spaceSearch(space.id)}
            aria-label="Search this space"
            title="Search this space"
          >
            <Icon of={Search} />
          </Link>
          <Follow
            spaceId={space.id}
            kind="space"
            id={space.id}
            title={space.title}
            className="btn-plain wide"
          />
          <PinButton
            organizationId={space.organization}
            kind="space"
            id={space.id}
            title={space.title}
            className="wide"
          />
          {action}
        </div>
      </div>
      <Tabs label="Space" tabs={tabs} />
    </div>
  )
}

/** The head above the page views, with their actions. */
export function PagesHead() {
  const { content, onSearch } = usePages()
  const { space, canEdit } = content
  const navigate = useNavigate()
  useActions([
    {
      id: 'space-comments',
      label: 'Comments on this space',
      icon: MessageSquare,
      run: () => void navigate({ to: paths.comments(space.id) }),
    },
  ])
  const pageId = useParams({ strict: false, select: (params) => params.pageId })
  const page = pageId === undefined ? undefined : content.index.byId.get(pageId)?.page
  return (
    <SpaceHead
      space={space}
      isAmongPages
      action={
        <>
          <ExportMenu space={space} page={page?.type === 'document' ? page : undefined} />
          <Link className={buttonClass('outline', undefined, 'wide')} to={paths.comments(space.id)}>
            <ButtonContent icon={MessageSquare}>
              Comments {space.comments > 0 && <span className="count">{space.comments}</span>}
            </ButtonContent>
          </Link>
          {canEdit && (
            <Button variant="primary" icon={Plus} onClick={() => onSearch({ new: 'page' })}>
              New page
            </Button>
          )}
          {!space.permissions.edit && (
            <AskForAccessButton subject={spaceSubject(space)} title={space.title || labels.untitled} />
          )}
          {!canEdit && space.permissions.edit && (
            <Link className={buttonClass('primary')} to={paths.changes(space.id)} search={{ dialog: 'new' }}>
              <ButtonContent icon={GitPullRequest}>Start change request</ButtonContent>
            </Link>
          )}
        </>
      }
    />
  )
}

type ExportMenuProps = { space: Space; page?: { readonly id: string; readonly title: string } | undefined }

/** Exports, for everyone who can read the space. */
function ExportMenu({ space, page }: ExportMenuProps) {
  const at = { spaceId: space.id }
  const asMarkdown = () => exportMarkdown({ kind: 'space', id: space.id, title: space.title })
  const asPdf = () => void exportPdf(at, { title: space.title })
  useActions([
    { id: 'export-markdown', label: 'Export this space as Markdown', icon: FileArchive, run: asMarkdown },
    { id: 'export-pdf', label: 'Export this space as PDF', icon: Printer, run: asPdf },
  ])
  return (
    <Menu trigger={<IconButton icon={Download} label="Export" tip={false} />}>
      <MenuItem icon={FileArchive} onSelect={asMarkdown}>
        Markdown of the space
      </MenuItem>
      <MenuItem icon={Printer} onSelect={asPdf}>
        PDF of the space
      </MenuItem>
      {page && (
        <MenuItem icon={Printer} onSelect={() => void exportPdf(at, { title: page.title, page: page.id })}>
          PDF of this page
        </MenuItem>
      )}
    </Menu>
  )
}
