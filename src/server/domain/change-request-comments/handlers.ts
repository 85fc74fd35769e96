import { changeRequestCommentReplies } from '#contract/comment-replies.ts'
import { changeRequestComments } from '#contract/comments.ts'
import { handle } from '../../handle.ts'
import { commentOperations } from '../comments/comment-operations.ts'
import { replyOperations } from '../comments/reply-operations.ts'
import { requestSubject } from '../comments/request-subject.ts'

export const changeRequestCommentHandlers = handle(changeRequestComments, commentOperations(requestSubject))

export const changeRequestCommentReplyHandlers = handle(
  changeRequestCommentReplies,
  replyOperations(requestSubject),
)
