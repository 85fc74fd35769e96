import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { GitMerge, History, MessageSquare } from 'lucide-react'
import type { changeRequestStatus } from '#contract/change-request-values.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Organization } from '#contract/organizations.ts'
import { type FilterField, is } from '../../components/filter-bar/fields.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar, Badge } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { statusLabels, statusMarks, subjectLabel } from '../../lib/change-request-labels.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import styles from './changes.module.css'
import { type OnSearch, spacesQuery, statusOf } from './queries.ts'
import type { ChangesSearch } from './search-params.ts'

type Counts = Partial<Record<(typeof changeRequestStatus.options)[number], number>>

type Props = { search: ChangesSearch; onSearch: OnSearch; counts?: Counts }

const order = ['open', 'draft', 'merged', 'archived'] as const

/** Filters by status. */
export const StatusFilter = ({ search, onSearch, counts = {} }: Props) => (
  <fieldset className="btn-group">
    <legend className="sr">Status</legend>
    {order.map((status) => (
      <button
        key={status}
        type="button"
        aria-pressed={status === statusOf(search)}
        onClick={() => onSearch({ status: status === 'open' ? undefined : status })}
      >
        {status === 'draft' ? 'Drafts' : statusLabels[status]}
        {(counts[status] ?? 0) > 0 && <span className="count"> {counts[status]}</span>}
      </button>
    ))}
  </fieldset>
)

/** The fields that the change requests of all spaces can be filtered by. */
export function useChangeFields(organization: Organization): FilterField[] {
  const { data: spaces } = useQuery(spacesQuery(organization.id))
  const people = [
    { label: 'Author', param: 'creator' },
    { label: 'Contributor', param: 'contributor' },
    { label: 'Reviewer', param: 'reviewer' },
  ].map(({ label, param }) => ({
    label,
    kind: 'person' as const,
    operators: is(param),
    organizationId: organization.id,
  }))
  return [
    {
      label: 'Space',
      kind: 'choice',
      operators: is('space'),
      choices: (spaces?.items ?? []).map(({ id, title }) => ({ value: id, label: title || labels.untitled })),
    },
    ...(organization.permissions.listMembers ? people : []),
    {
      label: 'Inactive',
      kind: 'choice',
      operators: [{ label: 'for', param: 'inactive' }],
      choices: [
        { value: '14d', label: '2 weeks' },
        { value: '30d', label: '30 days' },
        { value: '90d', label: '90 days' },
      ],
    },
  ]
}

export const changeColumns = [
  { head: 'Change request' },
  { head: 'Author', className: 'wide' },
  { head: 'Comments', className: clsx('wide', styles.end) },
  { head: 'Updated', className: clsx(styles.end) },
]

type ChangeColumnsProps = {
  request: ChangeRequest
  to: string
  /** Title of the space, in lists of several spaces. */
  spaceTitle?: string | undefined
  /** Why the request waits for the caller. */
  reason?: string | undefined
}

export const ChangeCells = ({ request, to, spaceTitle, reason }: ChangeColumnsProps) => (
  <>
    <div className="cell" role="gridcell">
      <StatusIcon status={request.status} />
      <div className={styles.name}>
        <Link
          className={clsx('title name truncate', request.subject === '' && 'is-unnamed')}
          to={to}
          tabIndex={-1}
        >
          {subjectLabel(request)}
        </Link>
        <span className="narrow meta faint truncate">
          #{request.number}
          {spaceTitle === undefined ? '' : ` in ${spaceTitle}`} by {request.createdBy.displayName}
        </span>
      </div>
      <span className="faint num wide">#{request.number}</span>
      {reason && <Badge tone="ink">{reason}</Badge>}
      {request.queued && <Badge icon={GitMerge}>Queued</Badge>}
      {request.outdated && isActive(request) && <Badge icon={History}>Outdated</Badge>}
    </div>
    {spaceTitle !== undefined && (
      <div className="cell wide soft" role="gridcell">
        <span className="truncate">{spaceTitle}</span>
      </div>
    )}
    <div className="cell wide" role="gridcell">
      <Avatar id={request.createdBy.id} name={request.createdBy.displayName} />
      <span className="truncate soft">{request.createdBy.displayName}</span>
    </div>
    <div className={clsx('cell wide soft num', styles.end)} role="gridcell">
      {request.comments > 0 && (
        <span className="status" title={pluralize(request.comments, 'open comment')}>
          <Icon of={MessageSquare} size="s" />
          {request.comments}
        </span>
      )}
    </div>
    <div className={clsx('cell soft num', styles.end)} role="gridcell">
      <Time at={request.updatedAt} />
    </div>
  </>
)

const isActive = ({ status }: ChangeRequest): boolean => status === 'draft' || status === 'open'

const StatusIcon = ({ status }: Pick<ChangeRequest, 'status'>) => (
  <span className={clsx('status', statusMarks[status].tone && `status-${statusMarks[status].tone}`)}>
    <Icon of={statusMarks[status].icon} />
    <span className="sr">{statusLabels[status]}</span>
  </span>
)
