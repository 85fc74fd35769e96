import { spaceCommentReplies } from '#contract/comment-replies.ts'
import { handle } from '../../handle.ts'
import { replyActs } from '../comments/reply-acts.ts'
import { spaceSubject } from '../comments/subject.ts'

export const spaceCommentReplyHandlers = handle(spaceCommentReplies, replyActs(spaceSubject))
