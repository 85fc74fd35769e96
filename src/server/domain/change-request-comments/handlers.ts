import { changeRequestCommentReplies } from '#contract/comment-replies.ts'
import { changeRequestComments } from '#contract/comments.ts'
import { handle } from '../../handle.ts'
import { commentOperations } from '../comments/comment-operations.ts'
import { replyOperations } from '../comments/reply-operations.ts'
import { requestSubject } from '../comments/request-subject.ts'
import { acceptSuggestion } from './accept-suggestion.ts'

export const changeRequestCommentHandlers = handle(changeRequestComments, {
  ...commentOperations(requestSubject),

  async acceptSuggestion(ctx, { params }) {
    return acceptSuggestion(ctx, params)
  },
})

export const changeRequestCommentReplyHandlers = handle(
  changeRequestCommentReplies,
  replyOperations(requestSubject),
)
