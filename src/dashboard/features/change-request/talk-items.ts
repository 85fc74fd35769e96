import type { Review } from '#contract/change-request-reviews.ts'
import type { ChangeRequest } from '#contract/change-requests.ts'
import type { Comment } from '#contract/comment.ts'

/** One entry of the conversation, in the order of time. */
export type TalkItem =
  | { readonly kind: 'made' | 'merged'; readonly at: string; readonly by: string; readonly id: string }
  | { readonly kind: 'comment'; readonly at: string; readonly id: string; readonly comment: Comment }
  | { readonly kind: 'review'; readonly at: string; readonly id: string; readonly review: Review }

/** What happened to a request and what was said of it, the oldest first. */
export function talkItems(
  request: ChangeRequest,
  comments: readonly Comment[],
  reviews: readonly Review[],
): TalkItem[] {
  const items: TalkItem[] = [
    { kind: 'made', id: 'made', at: request.createdAt, by: request.createdBy.displayName },
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
