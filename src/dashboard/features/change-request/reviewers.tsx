import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed, PenLine, X } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Space } from '#contract/spaces.ts'
import { Button, IconButton } from '../../components/ui/button.tsx'
import { Avatar, Status } from '../../components/ui/marks.tsx'
import { useApi } from '../../data/api.ts'
import styles from './change-request.module.css'
import { isActive, paramsOf, type RequestRef, requestedReviewersQuery, reviewsQuery } from './queries.ts'
import { type ReviewState, reviewStates } from './review-states.ts'

type Props = { at: RequestRef; space: Space; request: ChangeRequest }

/** Requested reviewers and their reviews. */
export function Reviewers({ at, space, request }: Props) {
  const reviews = useQuery(reviewsQuery(at))
  const requested = useQuery(requestedReviewersQuery(at))
  const removal = useApi(api.changeRequestReviews.removeRequested, {
    meta: { refused: 'The reviewer is still asked' },
  })
  const requestAgain = useApi(api.changeRequestReviews.request, {
    meta: { refused: 'Nobody was asked again' },
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
      Asked for changes{stale}
    </Status>
  )
}
