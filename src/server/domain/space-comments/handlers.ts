import { spaceCommentReplies } from '#contract/comment-replies.ts'
import { spaceComments } from '#contract/comments.ts'
import { handle } from '../../handle.ts'
import { commentHandlers } from '../comments/comment-handlers.ts'
import { replyHandlers } from '../comments/reply-handlers.ts'
import { spaceSubject } from '../comments/subject.ts'

export const spaceCommentHandlers = handle(spaceComments, commentHandlers(spaceSubject))

export const spaceCommentReplyHandlers = handle(spaceCommentReplies, replyHandlers(spaceSubject))
