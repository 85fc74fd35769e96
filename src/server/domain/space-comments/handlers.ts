import { spaceComments } from '#contract/comments.ts'
import { handle } from '../../handle.ts'
import { commentActs } from '../comments/comment-acts.ts'
import { spaceSubject } from '../comments/subject.ts'

export const spaceCommentHandlers = handle(spaceComments, commentActs(spaceSubject))
