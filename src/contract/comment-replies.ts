import { z } from 'zod'
import { commentReply, reactionChanges } from './comments.ts'
import { bodyFormat, bodyInput } from './documents.ts'
import { resource } from './route.ts'
import { listOf, paging } from './shared/paging.ts'
import { changeRequestPath, spacePath } from './shared/paths.ts'
import { id } from './shared/values.ts'

const format = z.object({ format: bodyFormat })

/** The operations on replies, the same for the comments of spaces and change requests. */
const replyRoutes = <Of extends string, Base extends string, S extends z.ZodRawShape>(at: {
  of: Of
  base: Base
  params: z.ZodObject<S>
}) =>
  ({
    list: {
      id: `list${at.of}CommentReplies`,
      method: 'GET',
      path: `${at.base}/:commentId/replies`,
      summary: 'List the replies to a comment, oldest first.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, commentId: id }),
      query: paging.extend({ format: bodyFormat }),
      status: 200,
      response: listOf(commentReply),
    },
    create: {
      id: `post${at.of}CommentReply`,
      method: 'POST',
      path: `${at.base}/:commentId/replies`,
      summary: 'Reply to a comment.',
      permission: 'space.comment',
      params: z.object({ ...at.params.shape, commentId: id }),
      query: format,
      body: z.object({ body: bodyInput.describe('`{}` for an empty text') }),
      status: 200,
      response: commentReply,
    },
    get: {
      id: `get${at.of}CommentReply`,
      method: 'GET',
      path: `${at.base}/:commentId/replies/:commentReplyId`,
      summary: 'Get a reply.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, commentId: id, commentReplyId: id }),
      query: format,
      status: 200,
      response: commentReply,
    },
    update: {
      id: `update${at.of}CommentReply`,
      method: 'PUT',
      path: `${at.base}/:commentId/replies/:commentReplyId`,
      summary: 'Edit a reply or react to it. Omitted fields don’t change.',
      permission: 'space.comment',
      params: z.object({ ...at.params.shape, commentId: id, commentReplyId: id }),
      description:
        'Only the author and admins of the space can edit the text. Anyone who can comment can react.',
      body: z.object({ body: bodyInput.optional(), ...reactionChanges }),
      status: 200,
      response: commentReply,
      versioned: true,
    },
    delete: {
      id: `delete${at.of}CommentReply`,
      method: 'DELETE',
      path: `${at.base}/:commentId/replies/:commentReplyId`,
      summary: 'Delete a reply.',
      permission: 'space.comment',
      params: z.object({ ...at.params.shape, commentId: id, commentReplyId: id }),
      status: 205,
      versioned: true,
    },
  }) as const

export const spaceCommentReplies = resource(
  'spaceCommentReplies',
  replyRoutes({ of: 'Space', base: '/spaces/:spaceId/comments', params: spacePath }),
)

export const changeRequestCommentReplies = resource(
  'changeRequestCommentReplies',
  replyRoutes({
    of: 'ChangeRequest',
    base: '/spaces/:spaceId/change-requests/:changeRequestId/comments',
    params: changeRequestPath,
  }),
)
