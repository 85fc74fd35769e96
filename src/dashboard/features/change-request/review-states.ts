import type { RequestedReviewer, Review } from '#contract/change-request-reviews.ts'
import type { User } from '#contract/users.ts'

/** The state of one reviewer. */
export type ReviewState = {
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
