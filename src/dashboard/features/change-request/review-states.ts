import { useQuery } from '@tanstack/react-query'
import type { RequestedReviewer, Review } from '#contract/change-request-reviews.ts'
import type { User } from '#contract/users.ts'
import { useIsPainted } from '../../hooks/use-painted.ts'
import { type RequestRef, requestedReviewersQuery, reviewsQuery } from './queries.ts'

/** The state of one reviewer. */
export type ReviewState = {
  readonly user: User
  /** Their last review; `asked` if there is none. */
  readonly state: 'asked' | 'approved' | 'changes-requested'
  /** The request was edited since, or another review was requested. */
  readonly isStale: boolean
  /** A review of the current revision is still missing. */
  readonly isWaiting: boolean
  /** Their last review. */
  readonly review?: Review | undefined
  /** The request for their review. */
  readonly request?: Extract<RequestedReviewer, { kind: 'user' }> | undefined
}

/** The last review of each reviewer, then requested reviewers without one. */
export function reviewStates(
  reviews: readonly Review[],
  requested: readonly RequestedReviewer[],
): ReviewState[] {
  const requests = new Map(
    requested.flatMap((one) => (one.kind === 'user' ? [[one.user.id, one] as const] : [])),
  )
  const states = new Map<string, ReviewState>()
  for (const review of reviews) {
    const { reviewer, status, outdated: isStale = false } = review
    if (states.has(reviewer.id)) continue
    const request = requests.get(reviewer.id)
    const isWaiting = isStale && request !== undefined
    states.set(reviewer.id, { user: reviewer, state: status, isStale, isWaiting, review, request })
  }
  for (const [id, request] of requests) {
    if (!states.has(id))
      states.set(id, { user: request.user, state: 'asked', isStale: false, isWaiting: true, request })
  }
  return [...states.values()]
}

/** The reviewers of a request; empty while loading. */
export function useReviewStates(at: RequestRef): readonly ReviewState[] {
  const isPainted = useIsPainted()
  const reviews = useQuery({ ...reviewsQuery(at), enabled: isPainted })
  const requested = useQuery({ ...requestedReviewersQuery(at), enabled: isPainted })
  return reviewStates(reviews.data?.items ?? [], requested.data?.items ?? [])
}

export type TeamRequest = Extract<RequestedReviewer, { kind: 'team' }>

/** The requested teams, none of whose members has reviewed; empty while loading. */
export function useRequestedTeams(at: RequestRef): readonly TeamRequest[] {
  const { data } = useQuery({ ...requestedReviewersQuery(at), enabled: useIsPainted() })
  return (data?.items ?? []).filter((one): one is TeamRequest => one.kind === 'team')
}

const DAY_MS = 86_400_000

/** A reviewer can be reminded once in 24 hours. */
export const isReminderDue = ({ request }: ReviewState, now: number): boolean =>
  request?.remindedAt === undefined || now - Date.parse(request.remindedAt) >= DAY_MS
