import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Comment } from '#contract/comments.ts'
import type { Space } from '#contract/spaces.ts'
import { CommentComposer, type CommentTarget } from '../../components/comments/composer.tsx'
import { CommentThread } from '../../components/comments/thread.tsx'
import { QueryStates } from '../../components/query-states.tsx'
import { Select } from '../../components/ui/inputs.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { useShortcuts } from '../../hooks/use-actions.ts'
import { labels } from '../../lib/labels.ts'
import { paths } from '../../lib/paths.ts'
import styles from './change-request.module.css'
import { type OnRequestSearch, type RequestRef, requestCommentsQuery } from './queries.ts'
import type { RequestSearch } from './search-params.ts'

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
}

type Status = Comment['status'] | 'all'

const statuses = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const

/** All threads of a change request, on blocks, pages and the whole. */
export function RequestComments({ at, space, search, onSearch }: Props) {
  const read = useQuery(requestCommentsQuery(at))
  const [status, setStatus] = useState<Status>('open')
  const [target, setTarget] = useState<CommentTarget>()
  const ref = { spaceId: at.spaceId, change: at.number, organizationId: space.organization }
  const shown = (read.data?.items ?? []).filter((one) => status === 'all' || one.status === status)
  const step = (step: 1 | -1) => {
    const next = shown[shown.findIndex(({ id }) => id === search.comment) + step]
    if (!next) return
    onSearch({ comment: next.id })
    document.querySelector(`[data-thread="${CSS.escape(next.id)}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts([
    { keys: 'j', label: 'Next thread', group: 'On this page', run: () => step(1) },
    { keys: 'k', label: 'Previous thread', group: 'On this page', run: () => step(-1) },
  ])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className="scroll" tabIndex={0} aria-label="Comments of this change request">
      <div className={styles.column}>
        <div className={styles.columnBar}>
          <Select
            aria-label="Which comments"
            value={status}
            choices={statuses}
            onChange={({ target: { value } }) =>
              setStatus(value === 'resolved' || value === 'all' ? value : 'open')
            }
          />
          <span className="grow" />
          {read.data && <span className="meta faint num">{shown.length}</span>}
        </div>
        {space.permissions.comment && (
          <CommentComposer
            at={ref}
            target={target}
            onTarget={setTarget}
            otherwise="the change request"
            onPosted={(comment) => onSearch({ comment })}
          />
        )}
        <QueryStates read={read} name="The comments">
          {() =>
            shown.length === 0 ? (
              <Empty title={status === 'resolved' ? 'No resolved comments' : 'No open comments'}>
                Comment on a block under Changes, or on the whole change request here.
              </Empty>
            ) : (
              <div className={styles.threads}>
                {shown.map((comment) => (
                  <CommentThread
                    key={comment.id}
                    at={ref}
                    comment={comment}
                    isSelected={comment.id === search.comment}
                    onSelect={() => onSearch({ comment: comment.id })}
                    where={<Where at={at} comment={comment} />}
                  />
                ))}
              </div>
            )
          }
        </QueryStates>
      </div>
    </section>
  )
}

/** The page that the thread is about, with a link to its changes. */
function Where({ at, comment }: { at: RequestRef; comment: Comment }) {
  const { page, review } = comment.target
  if (!page) return review ? 'Posted with a review' : 'On the whole change request'
  return (
    <Link
      className="link"
      to={paths.change(at.spaceId, at.number)}
      search={{ page: page.id, comment: comment.id }}
    >
      {page.title || labels.untitled}
    </Link>
  )
}
