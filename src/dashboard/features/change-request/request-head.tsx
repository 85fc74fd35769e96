import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { clsx } from 'clsx'
import {
  AppWindow,
  Archive,
  CircleDashed,
  CircleDot,
  Ellipsis,
  History,
  Link2,
  Pencil,
  PenLine,
  Undo2,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { Follow } from '../../components/follow.tsx'
import { PresentPeople } from '../../components/presence/present-people.tsx'
import { ButtonContent, buttonClass, IconButton } from '../../components/ui/button.tsx'
import { copyText } from '../../components/ui/copy.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { InlineRename } from '../../components/ui/inputs.tsx'
import { Avatar, Badge, Emoji, Status } from '../../components/ui/marks.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { Time } from '../../components/ui/time.tsx'
import { q } from '../../data/api.ts'
import { openSitePreview } from '../../data/site-preview.ts'
import { useActions } from '../../hooks/use-actions.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { statusLabels, statusMarks, subjectLabel } from '../../lib/change-request-labels.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './change-request.module.css'
import { partTitles } from './labels.ts'
import { useRequestActions, useRevert } from './mutations.ts'
import { brokenLinkCountQuery, isActive, type OnRequestSearch, type RequestRef } from './queries.ts'
import { useRequestedTeams, useReviewStates } from './review-states.ts'

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  /** Number of changes, once loaded. */
  changes: number | undefined
  /** Whether the request's pages are shown below. */
  isAmongPages: boolean
  /** The review menu. */
  review?: ReactNode
  onSearch: OnRequestSearch
}

const MAX_SUBJECT_LENGTH = 100

/** Subject, status, actions and tabs of a change request. */
export function RequestHead({ at, space, request, changes, isAmongPages, review, onSearch }: Props) {
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const [isRenaming, setIsRenaming] = useState(false)
  const actions = useRequestActions(at, request)
  const brokenLinks = useQuery({ ...brokenLinkCountQuery(at), enabled: useIsPainted() }).data?.count ?? 0
  const canEdit = space.permissions.edit
  const canWrite = canEdit && isActive(request)
  const canRevert = canEdit && request.status === 'merged'
  const { revert } = useRevert(at, request)
  const reviewers = useReviewStates(at).length + useRequestedTeams(at).length
  const pathOf = (name: Parameters<typeof paths.changePart>[2]) =>
    paths.changePart(space.id, request.number, name)
  useActions([
    ...(canWrite && !isAmongPages
      ? [
          {
            id: 'edit-request',
            label: 'Edit the pages of this change request',
            icon: Pencil,
            keys: 'e',
            run: () => void navigate({ to: pathOf('pages') }),
          },
        ]
      : []),
    ...(canWrite
      ? [{ id: 'archive', label: 'Archive this change request', icon: Archive, run: actions.archive }]
      : []),
    ...(canRevert ? [{ id: 'revert', label: 'Revert this change request', icon: Undo2, run: revert }] : []),
  ])
  return (
    <div className="page-head">
      <div className={clsx('title-row', styles.head)}>
        <Title
          request={request}
          canRename={canWrite}
          isRenaming={isRenaming}
          onRenaming={setIsRenaming}
          onRename={actions.rename}
        />
        <div className="actions">
          <PresentPeople spaceId={space.id} activity="reading" changeRequest={String(request.number)} />
          <Follow
            spaceId={space.id}
            kind="change-request"
            id={request.id}
            title={request.subject}
            className="btn-plain"
          />
          {canWrite && !isAmongPages && (
            <Link
              className={buttonClass('outline', undefined, isNarrow ? 'btn-icon' : undefined)}
              to={pathOf('pages')}
              aria-label={isNarrow ? 'Edit' : undefined}
            >
              {isNarrow ? (
                <Icon of={Pencil} />
              ) : (
                <ButtonContent icon={Pencil} keys="e">
                  Edit
                </ButtonContent>
              )}
            </Link>
          )}
          {review}
          <RequestMenu
            space={space}
            request={request}
            actions={actions}
            canEdit={canEdit}
            onRevert={canRevert ? revert : undefined}
            onReview={() => onSearch({ dialog: 'review' })}
            onRename={() => setIsRenaming(true)}
          />
        </div>
      </div>
      <Details space={space} request={request} />
      <Tabs
        label="Change request"
        tabs={[
          { label: partTitles.overview, to: pathOf('overview') },
          { label: 'Changes', to: paths.change(space.id, request.number), count: changes },
          { label: partTitles.comments, to: pathOf('comments'), count: request.comments || undefined },
          { label: partTitles.reviews, to: pathOf('reviews'), count: reviewers || undefined },
          { label: partTitles.pages, to: pathOf('pages'), isCurrent: isAmongPages },
          { label: partTitles['reusable-content'], to: pathOf('reusable-content') },
          { label: partTitles.files, to: pathOf('files') },
          ...(brokenLinks > 0 ? [{ label: partTitles.links, to: pathOf('links'), count: brokenLinks }] : []),
        ]}
      />
    </div>
  )
}

type TitleProps = {
  request: ChangeRequest
  canRename: boolean
  isRenaming: boolean
  onRenaming: (isRenaming: boolean) => void
  onRename: (subject: string) => void
}

function Title({ request, canRename, isRenaming, onRenaming, onRename }: TitleProps) {
  if (isRenaming) {
    return (
      <InlineRename
        label={`New subject of ${subjectLabel(request)}`}
        value={request.subject}
        maxLength={MAX_SUBJECT_LENGTH}
        onSave={(subject) => {
          onRenaming(false)
          onRename(subject)
        }}
        onCancel={() => onRenaming(false)}
      />
    )
  }
  return (
    <>
      <h1 className="truncate">{subjectLabel(request)}</h1>
      {request.subject && <span className={clsx('faint num wide', styles.no)}>#{request.number}</span>}
      {canRename && (
        <IconButton
          small
          className="btn-plain wide"
          icon={Pencil}
          label="Edit subject"
          onClick={() => onRenaming(true)}
        />
      )}
    </>
  )
}

/** Status, author and target space. */
const Details = ({ space, request }: { space: Space; request: ChangeRequest }) => (
  <p className="sub">
    <ChangeRequestStatus status={request.status} />
    {request.outdated && isActive(request) && <Badge icon={History}>Outdated</Badge>}
    <span className="wide">
      <Avatar id={request.createdBy.id} name={request.createdBy.displayName} />
    </span>
    <span>
      {request.createdBy.displayName}, <Time at={request.createdAt} ago />
    </span>
    <span className="faint wide">{request.status === 'merged' ? 'merged into' : 'into'}</span>
    <Link className={clsx('wide', styles.space)} to={paths.space(space.id)} activeOptions={{ exact: true }}>
      <Emoji of={space.emoji} /> {space.title || labels.untitled}
    </Link>
  </p>
)

type MenuProps = {
  space: Space
  request: ChangeRequest
  actions: ReturnType<typeof useRequestActions>
  canEdit: boolean
  onRevert: (() => void) | undefined
  onReview: () => void
  onRename: () => void
}

const RequestMenu = ({ space, request, actions, canEdit, onRevert, onReview, onRename }: MenuProps) => (
  <Menu
    trigger={<IconButton tip={false} className="btn-plain" icon={Ellipsis} label="Change request actions" />}
  >
    {space.permissions.review && request.status === 'draft' && (
      <MenuItem icon={PenLine} keys="v" onSelect={onReview}>
        Add review
      </MenuItem>
    )}
    {canEdit && isActive(request) && (
      <MenuItem icon={Pencil} onSelect={onRename}>
        Edit subject
      </MenuItem>
    )}
    {canEdit && request.status === 'draft' && (
      <MenuItem icon={CircleDot} onSelect={() => void actions.open()}>
        Open for review
      </MenuItem>
    )}
    {canEdit && request.status === 'open' && (
      <MenuItem icon={CircleDashed} onSelect={() => void actions.draft()}>
        Back to draft
      </MenuItem>
    )}
    {canEdit && request.status === 'archived' && (
      <MenuItem icon={CircleDot} onSelect={() => void actions.open()}>
        Reopen
      </MenuItem>
    )}
    {onRevert && (
      <MenuItem icon={Undo2} onSelect={onRevert}>
        Revert
      </MenuItem>
    )}
    <SitePreviews space={space} request={request} />
    <MenuItem
      icon={Link2}
      onSelect={() =>
        void copyText(
          window.location.origin + paths.change(request.space ?? '', request.number),
          'Copied the link',
        )
      }
    >
      Copy link
    </MenuItem>
    {canEdit && isActive(request) && (
      <MenuItem icon={Archive} onSelect={() => void actions.archive()}>
        Archive…
      </MenuItem>
    )}
  </Menu>
)

type SitePreviewsProps = { space: Space; request: ChangeRequest }

/** Menu items that preview the change request on each site of the space. */
function SitePreviews({ space, request }: SitePreviewsProps) {
  const organizationId = space.organization
  const { data } = useQuery(
    q(api.sites.list, { params: { organizationId }, query: { space: space.id, limit: 5 } }),
  )
  if (request.status === 'merged') return null
  return data?.items.map(({ id, title }) => (
    <MenuItem
      key={id}
      icon={AppWindow}
      onSelect={() =>
        void openSitePreview(labels.quoted(subjectLabel(request)), {
          params: { organizationId, siteId: id },
          query: { space: space.id, changeRequest: request.id },
        })
      }
    >
      {data.count > 1 ? `Preview on ${title}` : 'Preview on the site'}
    </MenuItem>
  ))
}

/** The status of a change request, as a label with an icon. */
const ChangeRequestStatus = ({ status }: { status: ChangeRequest['status'] }) => (
  <Status {...statusMarks[status]}>{statusLabels[status]}</Status>
)
