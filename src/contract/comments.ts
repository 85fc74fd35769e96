import { z } from 'zod'
import { bodyFormat, bodyInput, structuredDocument } from './documents.ts'
import { resource } from './route.ts'
import { listOf, order, paging } from './shared/paging.ts'
import { changeRequestPath, spacePath } from './shared/paths.ts'
import { emoji, flags, iconName, id, timestamp, urlsOf, version } from './shared/values.ts'
import { user } from './users.ts'

/** A body in a response: Markdown, or a structured document if the request asked for that format. */
const body = z.object({ markdown: z.string().optional(), document: structuredDocument.optional() })

const reactions = z.array(
  z.object({
    emoji: z.string(),
    count: z.number().int(),
    users: z.array(z.object({ user, reactedAt: timestamp })),
  }),
)

const postFields = {
  id,
  postedBy: user,
  postedAt: timestamp,
  editedAt: timestamp.optional(),
  reactions,
  body,
  mentions: z
    .array(id)
    .describe(
      'Users mentioned in the text, as `@[id]` or by a link to `/users/id`, who could see the space at the time',
    ),
  urls: urlsOf(['location']),
}

const target = z.object({
  node: z
    .object({ id: z.string(), preview: z.string().optional().describe('The quoted text of the block') })
    .optional(),
  changeRequest: id.optional(),
  review: id.optional(),
  page: z
    .object({
      id,
      title: z.string(),
      emoji: emoji.optional(),
      icon: iconName.optional(),
      createdAt: timestamp.optional(),
      updatedAt: timestamp.optional(),
      path: z.string(),
      outdated: z.boolean().describe('The block or, without one, the page has since changed or been deleted'),
    })
    .optional(),
  space: id,
  revision: id,
})

export const comment = z
  .object({
    object: z.literal('comment'),
    ...postFields,
    replies: z.number().int(),
    repliers: z
      .array(z.object({ user, count: z.number().int(), updatedAt: timestamp }))
      .optional()
      .describe(
        'Up to 50 people who replied, in the order of their first reply, with the number and the time of their last reply',
      ),
    target,
    permissions: flags('view', 'edit', 'reply', 'delete', 'react'),
    status: z.enum(['open', 'resolved']),
    resolvedAt: timestamp.optional(),
    resolvedBy: user.optional(),
    version,
  })
  .meta({ id: 'Comment' })
export type Comment = z.infer<typeof comment>

export const commentReply = z
  .object({
    object: z.literal('comment-reply'),
    ...postFields,
    permissions: flags('view', 'edit', 'reply', 'delete', 'react'),
    version,
  })
  .meta({ id: 'CommentReply' })
export type CommentReply = z.infer<typeof commentReply>

/** An emoji, or its code points as lower-case hex joined by `-`; returned as it was sent. */
const reaction = z
  .string()
  .min(1)
  .max(50)
  .regex(
    /^(?:[\p{Extended_Pictographic}\p{Emoji_Component}]+|[0-9a-f]{2,6}(?:-[0-9a-f]{2,6})*)$/u,
    'Send an emoji, or its code points such as 1f44d',
  )

/** Body fields that add and remove reactions. */
export const reactionChanges = {
  addedReactions: z.array(reaction).max(50).optional().describe('Emoji; adding one twice has no effect'),
  removedReactions: z.array(reaction).max(50).optional(),
}

const format = z.object({ format: bodyFormat })

/** The operations on comments, the same for spaces and change requests. */
const commentRoutes = <Of extends string, Base extends string, S extends z.ZodRawShape>(at: {
  of: Of
  base: Base
  params: z.ZodObject<S>
}) =>
  ({
    list: {
      id: `list${at.of}Comments`,
      method: 'GET',
      path: at.base,
      summary: 'List the comments, newest first by default.',
      permission: 'space.view',
      params: at.params,
      query: paging.extend({
        order,
        format: bodyFormat,
        status: z.enum(['all', 'open', 'resolved']).default('all'),
        targetPage: id.optional().describe('Only comments on this page'),
        authors: z.array(id).max(100).optional().describe('Only comments by these users'),
      }),
      status: 200,
      response: listOf(comment),
    },
    create: {
      id: `post${at.of}Comment`,
      method: 'POST',
      path: at.base,
      summary: 'Post a comment on a block, on a page, or on the whole space or change request.',
      permission: 'space.comment',
      params: at.params,
      body: z.object({
        node: z.string().min(1).max(256).optional().describe('Key of the block'),
        quote: z
          .string()
          .min(1)
          .max(1000)
          .optional()
          .describe(
            'Words from the block. Without `key`, the first block that contains them; with it, the words to quote',
          ),
        page: id.optional().describe('Needed with a block'),
        body: bodyInput.describe('`{}` for an empty text'),
      }),
      status: 200,
      response: comment,
    },
    get: {
      id: `get${at.of}Comment`,
      method: 'GET',
      path: `${at.base}/:commentId`,
      summary: 'Get a comment.',
      permission: 'space.view',
      params: z.object({ ...at.params.shape, commentId: id }),
      query: format,
      status: 200,
      response: comment,
    },
    update: {
      id: `update${at.of}Comment`,
      method: 'PUT',
      path: `${at.base}/:commentId`,
      summary: 'Edit, resolve or reopen a comment, or react to it. Omitted fields don’t change.',
      description:
        'Only the author and admins of the space can edit the text. Anyone who can comment can do the rest.',
      permission: 'space.comment',
      params: z.object({ ...at.params.shape, commentId: id }),
      body: z.object({ resolved: z.boolean().optional(), body: bodyInput.optional(), ...reactionChanges }),
      status: 200,
      response: comment,
      versioned: true,
    },
    delete: {
      id: `delete${at.of}Comment`,
      method: 'DELETE',
      path: `${at.base}/:commentId`,
      summary: 'Delete a comment with its replies.',
      permission: 'space.comment',
      params: z.object({ ...at.params.shape, commentId: id }),
      status: 205,
      versioned: true,
    },
  }) as const

export const spaceComments = resource(
  'spaceComments',
  commentRoutes({ of: 'Space', base: '/spaces/:spaceId/comments', params: spacePath }),
)

const inRequest = {
  of: 'ChangeRequest',
  base: '/spaces/:spaceId/change-requests/:changeRequestId/comments',
  params: changeRequestPath,
} as const

export const changeRequestComments = resource('changeRequestComments', {
  ...commentRoutes(inRequest),
  acceptSuggestion: {
    id: 'acceptSuggestion',
    method: 'POST',
    path: `${inRequest.base}/:commentId/accept-suggestion`,
    summary: 'Replace the commented block by the suggestion in the comment, and resolve the thread.',
    description:
      'The suggestion is the first code block of the comment in the language `suggestion`; an empty one deletes the block. Returns 400 if there is none, and 409 if the thread is resolved, the block has changed since, or the change request is merged or archived.',
    permission: 'space.edit',
    params: z.object({ ...changeRequestPath.shape, commentId: id }),
    status: 200,
    response: comment,
    versioned: true,
  },
})
