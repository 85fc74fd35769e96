import type { RequestedReviewer, Review } from '#contract/change-request-reviews.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Comment } from '#contract/comments.ts'

export type ConversationItem =
  | { readonly kind: 'made' | 'merged'; readonly at: string; readonly by: string; readonly id: string }
  | { readonly kind: 'comment'; readonly at: string; readonly id: string; readonly comment: Comment }
  | { readonly kind: 'review'; readonly at: string; readonly id: string; readonly review: Review }
  | ReviewRequest

/** People and teams whose review someone requested at one time. */
type ReviewRequest = {
  readonly kind: 'asked'
  readonly at: string
  readonly id: string
  readonly by: string
  readonly names: readonly string[]
}

type Parts = {
  readonly comments: readonly Comment[]
  readonly reviews: readonly Review[]
  readonly requested: readonly RequestedReviewer[]
}

/** Events, comments and reviews of a change request, oldest first. */
export function conversationItems(
  request: ChangeRequest,
  { comments, reviews, requested }: Parts,
): ConversationItem[] {
  const items: ConversationItem[] = [
    { kind: 'made', id: 'made', at: request.createdAt, by: request.createdBy.displayName },
    ...reviewRequests(requested),
    ...comments.map((comment) => ({
      kind: 'comment' as const,
      id: comment.id,
      at: comment.postedAt,
      comment,
    })),
    ...reviews.map((review) => ({ kind: 'review' as const, id: review.id, at: review.createdAt, review })),
  ]
  if (request.mergedAt && request.mergedBy) {
    items.push({ kind: 'merged', id: 'merged', at: request.mergedAt, by: request.mergedBy.displayName })
  }
  return items.toSorted((a, b) => a.at.localeCompare(b.at))
}

const reviewRequests = (requested: readonly RequestedReviewer[]): ReviewRequest[] =>
  [...Map.groupBy(requested, ({ createdAt, requestedBy }) => `${createdAt} ${requestedBy.id}`)].flatMap(
    ([id, [first, ...others]]) =>
      first === undefined
        ? []
        : {
            kind: 'asked',
            id,
            at: first.createdAt,
            by: first.requestedBy.displayName,
            names: [first, ...others].map((one) =>
              one.kind === 'user' ? one.user.displayName : one.team.title,
            ),
          },
  )
