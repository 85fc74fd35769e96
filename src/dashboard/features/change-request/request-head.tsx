import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Archive, CircleDashed, CircleDot, Ellipsis, History, Link2, Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { PeopleHere } from '../../components/presence/people-here.tsx'
import { RequestStatus } from '../../components/request-status.tsx'
import { Avatar } from '../../components/ui/avatar.tsx'
import { ButtonFace, buttonClass } from '../../components/ui/button.tsx'
import { IconButton } from '../../components/ui/icon-button.tsx'
import { InlineRename } from '../../components/ui/inline-rename.tsx'
import { Badge, Emoji } from '../../components/ui/marks.tsx'
import { Menu, MenuItem } from '../../components/ui/menu.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { Time } from '../../components/ui/time.tsx'
import { useActs } from '../../hooks/use-acts.ts'
import { useIsNarrow } from '../../hooks/use-media.ts'
import { copyText } from '../../lib/clipboard.ts'
import { places } from '../../lib/places.ts'
import { subjectOf } from '../../lib/request-words.ts'
import { words } from '../../lib/words.ts'
import { brokenQuery, isActive, type RequestAt } from './request-queries.ts'
import { SitePreviews } from './site-previews.tsx'
import { useRequestActs } from './use-request-acts.ts'
import './request.css'

type Props = {
  at: RequestAt
  space: Space
  request: ChangeRequest
  /** How many changes it holds, once that is known. */
  changes: number | undefined
  /** Whether its pages are shown below. */
  isAmongPages: boolean
  /** The acts of reviewing. */
  review?: ReactNode
}

const maxSubject = 100

/** What a change request is called, where it stands, and its parts. */
export function RequestHead({ at, space, request, changes, isAmongPages, review }: Props) {
  const navigate = useNavigate()
  const isNarrow = useIsNarrow()
  const [isRenaming, setIsRenaming] = useState(false)
  const acts = useRequestActs(at, request)
  const breaks = useQuery(brokenQuery(at)).data?.count ?? 0
  const mayEdit = space.permissions.edit
  const mayWrite = mayEdit && isActive(request)
  const part = (name: 'pages' | 'conversation' | 'conflicts' | 'links') =>
    places.changePart(space.id, request.number, name)
  useActs([
    ...(mayWrite && !isAmongPages
      ? [
          {
            id: 'edit-request',
            label: 'Edit the pages of this change request',
            icon: Pencil,
            keys: 'e',
            run: () => void navigate({ to: part('pages') }),
          },
        ]
      : []),
    ...(mayWrite
      ? [
          {
            id: 'archive',
            label: 'Archive this change request',
            icon: Archive,
            run: () => void acts.archive(),
          },
        ]
      : []),
  ])
  return (
    <div className="page-head">
      <div className="title-row">
        {isRenaming ? (
          <InlineRename
            label={`New subject of ${subjectOf(request)}`}
            value={request.subject}
            maxLength={maxSubject}
            onSave={(subject) => {
              setIsRenaming(false)
              acts.rename(subject)
            }}
            onCancel={() => setIsRenaming(false)}
          />
        ) : (
          <>
            <h1 className="truncate">{subjectOf(request)}</h1>
            {request.subject && <span className="faint num wide rq-no">#{request.number}</span>}
            {mayWrite && (
              <IconButton
                small
                className="btn-plain"
                icon={Pencil}
                label="Change the subject"
                onClick={() => setIsRenaming(true)}
              />
            )}
          </>
        )}
        <div className="actions">
          <PeopleHere spaceId={space.id} doing="reading" changeRequest={String(request.number)} />
          {mayWrite && !isAmongPages && (
            <Link className={buttonClass('line', undefined, 'wide')} to={part('pages')}>
              <ButtonFace icon={Pencil} keys="e">
                Edit
              </ButtonFace>
            </Link>
          )}
          {review}
          <RequestMenu space={space} request={request} acts={acts} mayEdit={mayEdit} />
        </div>
      </div>
      <p className="sub">
        <RequestStatus status={request.status} />
        {request.outdated && isActive(request) && <Badge icon={History}>Outdated</Badge>}
        <span className="wide">
          <Avatar id={request.createdBy.id} name={request.createdBy.displayName} />
        </span>
        <span>
          {request.createdBy.displayName}, <Time at={request.createdAt} ago />
        </span>
        <span className="faint wide">{request.status === 'merged' ? 'merged into' : 'into'}</span>
        <Link className="wide rq-space" to={places.space(space.id)}>
          <Emoji of={space.emoji} /> {space.title || words.untitled}
        </Link>
      </p>
      <Tabs
        label="Change request"
        tabs={[
          { label: 'Changes', to: places.change(space.id, request.number), count: changes },
          { label: 'Pages', to: part('pages'), isCurrent: isAmongPages },
          ...(breaks > 0 ? [{ label: 'Links', to: part('links'), count: breaks }] : []),
          ...(isNarrow
            ? [{ label: 'Conversation', to: part('conversation'), count: request.comments || undefined }]
            : []),
        ]}
      />
    </div>
  )
}

type MenuProps = {
  space: Space
  request: ChangeRequest
  acts: ReturnType<typeof useRequestActs>
  mayEdit: boolean
}

const RequestMenu = ({ space, request, acts, mayEdit }: MenuProps) => (
  <Menu
    trigger={<IconButton tip={false} className="btn-plain" icon={Ellipsis} label="Change request actions" />}
  >
    {mayEdit && request.status === 'draft' && (
      <MenuItem icon={CircleDot} onSelect={() => void acts.open()}>
        Open for review
      </MenuItem>
    )}
    {mayEdit && request.status === 'open' && (
      <MenuItem icon={CircleDashed} onSelect={() => void acts.draft()}>
        Back to draft
      </MenuItem>
    )}
    {mayEdit && request.status === 'archived' && (
      <MenuItem icon={CircleDot} onSelect={() => void acts.open()}>
        Reopen
      </MenuItem>
    )}
    <SitePreviews space={space} request={request} />
    <MenuItem
      icon={Link2}
      onSelect={() =>
        void copyText(
          window.location.origin + places.change(request.space ?? '', request.number),
          'Copied the address',
        )
      }
    >
      Copy address
    </MenuItem>
    {mayEdit && isActive(request) && (
      <MenuItem icon={Archive} onSelect={() => void acts.archive()}>
        Archive…
      </MenuItem>
    )}
  </Menu>
)
