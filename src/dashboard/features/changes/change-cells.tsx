import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { History, MessageSquare } from 'lucide-react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { Icon } from '../../components/ui/icon.tsx'
import { Avatar, Badge } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { statusLabels, statusMarks, subjectLabel } from '../../lib/change-request-labels.ts'
import { pluralize } from '../../lib/labels.ts'
import styles from './changes.module.css'

export const changeColumns = [
  { head: 'Change request' },
  { head: 'Author', className: 'wide' },
  { head: 'Comments', className: clsx('wide', styles.end) },
  { head: 'Updated', className: clsx(styles.end) },
]

type Props = {
  request: ChangeRequest
  to: string
  /** Title of the space, in lists of several spaces. */
  spaceTitle?: string | undefined
  /** Why the request waits for the caller. */
  reason?: string | undefined
}

export const ChangeCells = ({ request, to, spaceTitle, reason }: Props) => (
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
