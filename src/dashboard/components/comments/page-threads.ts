import type { Comment } from '#contract/comments.ts'
import type { BlockPosition } from './block-positions.ts'

export type CommentFilter = 'open' | 'resolved' | 'all'

/** A thread with the position of its block; none if it is about the page or its block was deleted. */
export type PositionedThread = {
  readonly comment: Comment
  readonly top: number
  readonly isOnBlock: boolean
}

/** The threads that match a filter, in page order and then those without a block; always including the selected one. */
export function threadsOnPage(
  comments: readonly Comment[],
  places: readonly BlockPosition[],
  { filter, chosen }: { readonly filter: CommentFilter; readonly chosen: string | undefined },
): PositionedThread[] {
  const tops = new Map(places.map(({ key, top }) => [key, top]))
  return comments
    .filter(({ id, status }) => filter === 'all' || status === filter || id === chosen)
    .map((comment) => {
      const top = tops.get(comment.target.node?.id ?? '')
      return { comment, top: top ?? 0, isOnBlock: top !== undefined }
    })
    .toSorted((a, b) => Number(b.isOnBlock) - Number(a.isOnBlock) || a.top - b.top)
}

/** The open threads of each block. */
export function openThreadsByBlock(comments: readonly Comment[]): ReadonlyMap<string, readonly Comment[]> {
  const found = new Map<string, Comment[]>()
  for (const comment of comments) {
    const key = comment.target.node?.id
    if (comment.status !== 'open' || key === undefined) continue
    found.set(key, [...(found.get(key) ?? []), comment])
  }
  return found
}
