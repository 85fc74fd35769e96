import type { Comment } from '#contract/comments.ts'
import type { BlockPosition } from './block-positions.ts'

export type CommentFilter = 'open' | 'resolved' | 'all'

/** A thread of a page with the block it hangs on; none when it is about the page, or its block is gone. */
export type PositionedThread = {
  readonly comment: Comment
  readonly top: number
  readonly isOnBlock: boolean
}

/** The threads that a filter lets through, in the order of the page, those without a block behind them; the chosen one in any case. */
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

/** How many open threads hang on each block. */
export function openThreadsByBlock(comments: readonly Comment[]): ReadonlyMap<string, readonly Comment[]> {
  const found = new Map<string, Comment[]>()
  for (const comment of comments) {
    const key = comment.target.node?.id
    if (comment.status !== 'open' || key === undefined) continue
    found.set(key, [...(found.get(key) ?? []), comment])
  }
  return found
}
