import { useQuery } from '@tanstack/react-query'
import { Check, PenLine, UserPlus } from 'lucide-react'
import type { Review } from '#contract/change-request-reviews.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { CommentThread } from '../../components/comments/thread.tsx'
import { QueryStates } from '../../components/query-states.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Icon } from '../../components/ui/icon.tsx'
import { Empty } from '../../components/ui/states.tsx'
import { Time } from '../../components/ui/time.tsx'
import styles from './change-request.module.css'
import { isActive, type OnRequestSearch, type RequestRef, reviewsQuery } from './queries.ts'
import { Reviewers } from './reviewers.tsx'
import type { RequestSearch } from './search-params.ts'

type Props = {
  at: RequestRef
  space: Space
  request: ChangeRequest
  search: RequestSearch
  onSearch: OnRequestSearch
}

/** The reviewers of a change request and every review, newest first. */
export function ReviewsPage({ at, space, request, search, onSearch }: Props) {
  const read = useQuery(reviewsQuery(at))
  const { edit, review } = space.permissions
  const ref = { spaceId: at.spaceId, change: at.number, organizationId: space.organization }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by key
    <section className="scroll" tabIndex={0} aria-label="Reviews of this change request">
      <div className={styles.column}>
        {isActive(request) && (
          <div className={styles.columnBar}>
            {edit && request.status !== 'draft' && (
              <Button variant="outline" icon={UserPlus} onClick={() => onSearch({ dialog: 'ask' })}>
                Ask for review
              </Button>
            )}
            {review && (
              <Button variant="outline" icon={PenLine} onClick={() => onSearch({ dialog: 'review' })}>
                Review
              </Button>
            )}
          </div>
        )}
        <div className={styles.flush}>
          <Reviewers at={at} space={space} request={request} onSearch={onSearch} />
        </div>
        <QueryStates read={read} name="The reviews">
          {({ items }) =>
            items.length === 0 ? (
              <Empty title="No reviews yet">
                Reviewers approve the change request or request changes, with a comment.
              </Empty>
            ) : (
              <ul className={styles.threads} aria-label="Reviews">
                {items.map((one) => (
                  <li key={one.id} className={styles.reviewItem}>
                    <ReviewEvent review={one} />
                    {one.comment && (
                      <CommentThread
                        at={ref}
                        comment={one.comment}
                        isSelected={one.comment.id === search.comment}
                        onSelect={() => onSearch({ comment: one.comment?.id })}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )
          }
        </QueryStates>
      </div>
    </section>
  )
}

const ReviewEvent = ({ review: { status, reviewer, outdated, createdAt } }: { review: Review }) => (
  <div className="event">
    <Icon of={status === 'approved' ? Check : PenLine} />
    <p>
      <b>{reviewer.displayName}</b> {status === 'approved' ? 'approved this' : 'requested changes'}{' '}
      <span className="faint">
        <Time at={createdAt} ago />
        {outdated && ', before the latest edits'}
      </span>
    </p>
  </div>
)
