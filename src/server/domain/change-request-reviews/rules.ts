import { DomainError, invalid, notFound } from '../../errors.ts'

/** The rank of the role review, which a reviewer needs in the space. */
const mayReview = 4

const HOUR_MS = 3_600_000
const REMINDER_HOURS = 24

/** A reviewer gets one reminder a day, whoever sends it. @throws {DomainError} `rate_limited` */
export function expectReminderDue(remindedAt: Date | null, now: Date): void {
  if (remindedAt === null) return
  const left = remindedAt.getTime() + REMINDER_HOURS * HOUR_MS - now.getTime()
  if (left <= 0) return
  const hours = Math.ceil(left / HOUR_MS)
  throw new DomainError(
    'rate_limited',
    `They were reminded within the last ${REMINDER_HOURS} hours. Try again in ${hours} h`,
    { retryAfter: Math.ceil(left / 1000) },
  )
}

/** The author of a request may review it, but not approve it. @throws {DomainError} `forbidden` */
export function expectNotOwn(status: string, reviewer: string, author: string | null): void {
  if (status !== 'approved' || reviewer !== author) return
  throw new DomainError('forbidden', 'You can’t review your own change request')
}

/**
 * Checks that users can be asked to review.
 * @throws {DomainError} `not_found` for users who may not see the space, `validation` for users who may not review
 * in it
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
    if (id === author) return [{ path, message: 'The author of a change request can’t review it' }]
    return (ranks.get(id) ?? 0) < mayReview
      ? [{ path, message: 'They need the Review role in this space first' }]
      : []
  })
  if (issues.length > 0) throw invalid(issues)
}

/**
 * Checks that teams can be asked to review.
 * @throws {DomainError} `not_found` for unknown teams, `validation` for teams in which no one but the author can review
 */
export function expectTeams(
  teams: readonly string[],
  {
    known,
    members,
    ranks,
    author,
  }: {
    readonly known: ReadonlySet<string>
    readonly members: ReadonlyMap<string, ReadonlySet<string>>
    readonly ranks: ReadonlyMap<string, number>
    readonly author: string | null
  },
): void {
  const unknown = teams.find((id) => !known.has(id))
  if (unknown !== undefined) throw notFound('team', unknown)
  const canReview = (userId: string): boolean => userId !== author && (ranks.get(userId) ?? 0) >= mayReview
  const issues = teams.flatMap((id, index) =>
    [...(members.get(id) ?? [])].some(canReview)
      ? []
      : [{ path: ['body', 'teams', index], message: 'No one in this team can review it' }],
  )
  if (issues.length > 0) throw invalid(issues)
}
