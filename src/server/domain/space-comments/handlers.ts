import { spaceCommentReplies } from '#contract/comment-replies.ts'
import { spaceComments } from '#contract/comments.ts'
import { handle } from '../../handle.ts'
import { commentOperations } from '../comments/comment-operations.ts'
import { replyOperations } from '../comments/reply-operations.ts'
import { spaceSubject } from '../comments/subject.ts'

export const spaceCommentHandlers = handle(spaceComments, commentOperations(spaceSubject))

export const spaceCommentReplyHandlers = handle(spaceCommentReplies, replyOperations(spaceSubject))
