import { spaceCommentReplies } from '#contract/comment-replies.ts'
import { spaceComments } from '#contract/comments.ts'
import { handle } from '../../handle.ts'
import { commentActs } from '../comments/comment-handlers.ts'
import { replyActs } from '../comments/reply-handlers.ts'
import { spaceSubject } from '../comments/subject.ts'

export const spaceCommentHandlers = handle(spaceComments, commentActs(spaceSubject))

export const spaceCommentReplyHandlers = handle(spaceCommentReplies, replyActs(spaceSubject))
