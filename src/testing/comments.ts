import type { z } from 'zod'
import { api } from '#contract/api.ts'
import type { Person, TestApp } from './app.ts'

type NewComment = Omit<z.input<typeof api.spaceComments.create.body>, 'body'>
type Change = Omit<z.input<typeof api.spaceComments.update.body>, 'body'> & { readonly markdown?: string }
type ListQuery = z.input<typeof api.spaceComments.list.query>

const bodyOf = ({ markdown, ...rest }: Change) => ({
  ...rest,
  ...(markdown === undefined ? {} : { body: { markdown } }),
})

/** Operations of a person on the comments of a space. */
export function commentsIn(app: TestApp, person: Person, spaceId: string) {
  const as = app.as(person)
  const params = { spaceId }
  const on = (commentId: string) => ({ params: { spaceId, commentId } })
  const at = (commentId: string, commentReplyId: string) => ({
    params: { spaceId, commentId, commentReplyId },
  })
  return {
    as,
    on,
    at,
    post: (markdown: string, options: NewComment = {}) =>
      as(api.spaceComments.create, { params, body: { body: { markdown }, ...options } }),
    list: (query: ListQuery = {}) => as(api.spaceComments.list, { params, query }),
    look: (id: string) => as(api.spaceComments.get, { ...on(id), query: {} }),
    change: (id: string, change: Change, ifMatch?: number) =>
      as(api.spaceComments.update, { ...on(id), body: bodyOf(change) }, { ifMatch }),
    remove: (id: string, ifMatch?: number) => as(api.spaceComments.delete, on(id), { ifMatch }),
    reply: (id: string, markdown: string) =>
      as(api.spaceCommentReplies.create, { ...on(id), query: {}, body: { body: { markdown } } }),
    replies: (id: string) => as(api.spaceCommentReplies.list, { ...on(id), query: {} }),
    changeReply: (id: string, replyId: string, change: Change, ifMatch?: number) =>
      as(api.spaceCommentReplies.update, { ...at(id, replyId), body: bodyOf(change) }, { ifMatch }),
    removeReply: (id: string, replyId: string, ifMatch?: number) =>
      as(api.spaceCommentReplies.delete, at(id, replyId), { ifMatch }),
    counted: async () => (await as(api.spaces.get, { params })).comments,
  }
}
