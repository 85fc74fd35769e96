import { DomainError, invalid, notFound } from '../../errors.ts'

/** What a user has to be in the space to review: rank of the role review. */
const mayReview = 4

/** @throws {DomainError} `forbidden`: who made a request may say what they think of it, but not approve it */
export function expectNotOwn(status: string, reviewer: string, author: string | null): void {
  if (status !== 'approved' || reviewer !== author) return
  throw new DomainError('forbidden', 'Your own change request is for others to approve')
}

/**
 * Whether users can be asked to review.
 * @throws {DomainError} `not_found` for who may not see the space, `validation` for who may not review in it
 */
export function expectReviewers(
  users: readonly string[],
  ranks: ReadonlyMap<string, number>,
  author: string | null,
): void {
  const unknown = users.find((id) => !ranks.has(id))
  if (unknown !== undefined) throw notFound('user', unknown)
  const issues = users.flatMap((id, index) => {
    const path = ['body', 'users', index]
    if (id === author) return [{ path, message: 'Who made a change request does not review it' }]
    return (ranks.get(id) ?? 0) < mayReview
      ? [{ path, message: 'They need the role review in this space first' }]
      : []
  })
  if (issues.length > 0) throw invalid(issues)
}
