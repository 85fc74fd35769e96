import type { RequestedReviewer, Review } from '#contract/change-request-reviews.ts'
import type { User } from '#contract/users.ts'

/** Where one reviewer stands. */
export type Standing = {
  readonly user: User
  /** Their last judgement, or that there is none. */
  readonly state: 'asked' | 'approved' | 'changes-requested'
  /** The request was edited since, or they were asked anew. */
  readonly isStale: boolean
  /** Asked, and has not judged what the request holds now. */
  readonly isWaiting: boolean
  readonly review?: string
}

/** The last word of each reviewer, and those who were asked and have not said one. */
export function standings(reviews: readonly Review[], asked: readonly RequestedReviewer[]): Standing[] {
  const waiting = asked.flatMap((one) => (one.kind === 'user' ? [one.user] : []))
  const found = new Map<string, Standing>()
  for (const { id, reviewer, status, outdated: isStale = false } of reviews) {
    if (found.has(reviewer.id)) continue
    const isWaiting = isStale && waiting.some((user) => user.id === reviewer.id)
    found.set(reviewer.id, { user: reviewer, state: status, isStale, isWaiting, review: id })
  }
  for (const user of waiting) {
    if (!found.has(user.id)) found.set(user.id, { user, state: 'asked', isStale: false, isWaiting: true })
  }
  return [...found.values()]
}
