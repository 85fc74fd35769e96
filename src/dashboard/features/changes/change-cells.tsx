import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { History, MessageSquare } from 'lucide-react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import { Avatar } from '../../components/ui/avatar.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Badge } from '../../components/ui/marks.tsx'
import { Time } from '../../components/ui/time.tsx'
import { statusMarks, statusWords, subjectOf } from '../../lib/request-words.ts'
import { counted } from '../../lib/words.ts'

export const changeColumns = [
  { head: 'Change request' },
  { head: 'Author', className: 'wide' },
  { head: 'Comments', className: 'wide cr-end' },
  { head: 'Updated', className: 'cr-end' },
]

type Props = {
  request: ChangeRequest
  to: string
  /** The space it is in, where the list has several. */
  where?: string | undefined
  /** Why it waits for the caller. */
  why?: string | undefined
}

/** One change request in a list. */
export const ChangeCells = ({ request, to, where, why }: Props) => (
  <>
    <div className="cell" role="gridcell">
      <Mark status={request.status} />
      <div className="cr-name">
        <Link
          className={clsx('title name truncate', request.subject === '' && 'is-unnamed')}
          to={to}
          tabIndex={-1}
        >
          {subjectOf(request)}
        </Link>
        <span className="narrow meta faint truncate">
          #{request.number}
          {where === undefined ? '' : ` in ${where}`} by {request.createdBy.displayName}
        </span>
      </div>
      <span className="faint num wide">#{request.number}</span>
      {why && <Badge tone="ink">{why}</Badge>}
      {request.outdated && isActive(request) && <Badge icon={History}>Outdated</Badge>}
    </div>
    {where !== undefined && (
      <div className="cell wide soft" role="gridcell">
        <span className="truncate">{where}</span>
      </div>
    )}
    <div className="cell wide" role="gridcell">
      <Avatar id={request.createdBy.id} name={request.createdBy.displayName} />
      <span className="truncate soft">{request.createdBy.displayName}</span>
    </div>
    <div className="cell wide soft num cr-end" role="gridcell">
      {request.comments > 0 && (
        <span className="status" title={counted(request.comments, 'open comment')}>
          <Icon of={MessageSquare} size="s" />
          {request.comments}
        </span>
      )}
    </div>
    <div className="cell soft num cr-end" role="gridcell">
      <Time at={request.updatedAt} />
    </div>
  </>
)

const isActive = ({ status }: ChangeRequest): boolean => status === 'draft' || status === 'open'

const Mark = ({ status }: Pick<ChangeRequest, 'status'>) => (
  <span className={clsx('status', statusMarks[status].tone && `status-${statusMarks[status].tone}`)}>
    <Icon of={statusMarks[status].icon} />
    <span className="sr">{statusWords[status]}</span>
  </span>
)
