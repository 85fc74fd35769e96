import { changeRequestCommentReplies } from '#contract/comment-replies.ts'
import { changeRequestComments } from '#contract/comments.ts'
import { handle } from '../../handle.ts'
import { commentHandlers } from '../comments/comment-handlers.ts'
import { replyHandlers } from '../comments/reply-handlers.ts'
import { requestSubject } from '../comments/request-subject.ts'

export const changeRequestCommentHandlers = handle(changeRequestComments, commentHandlers(requestSubject))

export const changeRequestCommentReplyHandlers = handle(
  changeRequestCommentReplies,
  replyHandlers(requestSubject),
)
