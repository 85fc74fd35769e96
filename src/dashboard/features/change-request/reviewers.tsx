import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, PenLine, X } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { RequestedReviewer, Review } from '#contract/change-request-reviews.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import type { User } from '#contract/users.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Avatar, Status } from '../../components/ui/marks.tsx'
import { useApi } from '../../data/api.ts'
import styles from './change-request.module.css'
import { isActive, paramsOf, type RequestRef, requestedReviewersQuery, reviewsQuery } from './queries.ts'

type Props = { at: RequestRef; space: Space; request: ChangeRequest }

/** Requested reviewers and their reviews. */
export function Reviewers({ at, space, request }: Props) {
  const reviews = useQuery(reviewsQuery(at))
  const requested = useQuery(requestedReviewersQuery(at))
  const removal = useApi(api.changeRequestReviews.removeRequested, {
    meta: { refused: 'Couldn’t withdraw the review request' },
  })
  const requestAgain = useApi(api.changeRequestReviews.request, {
    meta: { refused: 'Couldn’t ask for another review' },
  })
  const states = reviewStates(reviews.data?.items ?? [], requested.data?.items ?? [])
  if (states.length === 0) return null
  const canManage = space.permissions.edit && isActive(request)
  return (
    <section className={styles.merge} aria-labelledby="reviewers-head">
      <h2 id="reviewers-head">Reviewers</h2>
      <ul className={styles.reviewers}>
        {states.map(({ user, ...reviewState }) => (
          <li key={user.id}>
            <Avatar id={user.id} name={user.displayName} />
            <span className="truncate">{user.displayName}</span>
            <span className="grow" />
            <State state={reviewState.state} isStale={reviewState.isStale} />
            {canManage && reviewState.isStale && !reviewState.isWaiting && (
              <Button
                size="small"
                aria-busy={requestAgain.isPending}
                aria-label={`Ask ${user.displayName} again`}
                onClick={() => requestAgain.mutate({ params: paramsOf(at), body: { users: [user.id] } })}
              >
                Ask again
              </Button>
            )}
            {canManage && reviewState.isWaiting && (
              <IconButton
                small
                tip={false}
                className="btn-plain"
                icon={X}
                label={`Do not ask ${user.displayName}`}
                onClick={() => removal.mutate({ params: { ...paramsOf(at), userId: user.id } })}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function State({ state, isStale }: Pick<ReviewState, 'state' | 'isStale'>) {
  if (state === 'asked') return <Status icon={CircleDashed}>Asked</Status>
  const stale = isStale ? ', before it was edited' : ''
  if (state === 'approved') {
    return (
      <Status icon={Check} {...(isStale ? {} : { tone: 'open' as const })}>
        Approved{stale}
      </Status>
    )
  }
  return (
    <Status icon={PenLine} tone="warning">
      Requested changes{stale}
    </Status>
  )
}

/** The state of one reviewer. */
type ReviewState = {
  readonly user: User
  /** Their last review; `requested` if there is none. */
  readonly state: 'asked' | 'approved' | 'changes-requested'
  /** The request was edited since, or another review was requested. */
  readonly isStale: boolean
  /** A review of the current revision is still missing. */
  readonly isWaiting: boolean
  readonly review?: string
}

/** The last review of each reviewer, then requested reviewers without one. */
export function reviewStates(
  reviews: readonly Review[],
  requested: readonly RequestedReviewer[],
): ReviewState[] {
  const waiting = requested.flatMap((one) => (one.kind === 'user' ? [one.user] : []))
  const states = new Map<string, ReviewState>()
  for (const { id, reviewer, status, outdated: isStale = false } of reviews) {
    if (states.has(reviewer.id)) continue
    const isWaiting = isStale && waiting.some((user) => user.id === reviewer.id)
    states.set(reviewer.id, { user: reviewer, state: status, isStale, isWaiting, review: id })
  }
  for (const user of waiting) {
    if (!states.has(user.id)) states.set(user.id, { user, state: 'asked', isStale: false, isWaiting: true })
  }
  return [...states.values()]
}
