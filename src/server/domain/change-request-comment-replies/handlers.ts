import { changeRequestCommentReplies } from '#contract/comment-replies.ts'
import { handle } from '../../handle.ts'
import { replyActs } from '../comments/reply-acts.ts'
import { requestSubject } from '../comments/request-subject.ts'

export const changeRequestCommentReplyHandlers = handle(
  changeRequestCommentReplies,
  replyActs(requestSubject),
)
