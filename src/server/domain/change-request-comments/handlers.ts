import { changeRequestCommentReplies } from '#contract/comment-replies.ts'
import { changeRequestComments } from '#contract/comments.ts'
import { handle } from '../../handle.ts'
import { commentActs } from '../comments/comment-handlers.ts'
import { replyActs } from '../comments/reply-handlers.ts'
import { requestSubject } from '../comments/request-subject.ts'

export const changeRequestCommentHandlers = handle(changeRequestComments, commentActs(requestSubject))

export const changeRequestCommentReplyHandlers = handle(
  changeRequestCommentReplies,
  replyActs(requestSubject),
)
