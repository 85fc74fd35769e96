import { changeRequestComments } from '#contract/comments.ts'
import { handle } from '../../handle.ts'
import { commentActs } from '../comments/comment-acts.ts'
import { requestSubject } from '../comments/request-subject.ts'

export const changeRequestCommentHandlers = handle(changeRequestComments, commentActs(requestSubject))
