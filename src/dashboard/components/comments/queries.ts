import { api } from '#contract/api.ts'
import type { Comment, CommentReply } from '#contract/comments.ts'
import { q } from '../../data/api.ts'
import type { ContentRef } from '../../data/content.ts'

/** What comments are about: a space, or a change request in it. */
export type CommentsRef = ContentRef & { readonly organizationId: string }

export type CommentOrReply = Comment | CommentReply

/** The page, block or quoted text that a comment is about. */
export type CommentTarget = {
  readonly page: string
  readonly node: string | undefined
  /** The selected text of the block. */
  readonly quote?: string | undefined
  /** The beginning of the block's text, shown to the author. */
  readonly words: string
}

const most = 1000

/** All comments, or those on one page, oldest first. */
export const commentsQuery = ({ spaceId, change }: ContentRef, page?: string) => {
  const query = {
    limit: most,
    order: 'asc',
    format: 'markdown',
    ...(page ? { targetPage: page } : {}),
  } as const
  return change === undefined
    ? q(api.spaceComments.list, { params: { spaceId }, query })
    : q(api.changeRequestComments.list, { params: { spaceId, changeRequestId: change }, query })
}

/** The replies to a comment, oldest first. */
export const repliesQuery = ({ spaceId, change }: ContentRef, commentId: string) => {
  const query = { limit: most, format: 'markdown' } as const
  return change === undefined
    ? q(api.spaceCommentReplies.list, { params: { spaceId, commentId }, query })
    : q(api.changeRequestCommentReplies.list, {
        params: { spaceId, changeRequestId: change, commentId },
        query,
      })
}

/** The contract resources that these comments are read from. */
export const commentResources = ({ change }: ContentRef) =>
  change === undefined
    ? ({ comments: 'spaceComments', replies: 'spaceCommentReplies' } as const)
    : ({ comments: 'changeRequestComments', replies: 'changeRequestCommentReplies' } as const)
