import { z } from 'zod'
import { structuredDocument } from './documents.ts'
import { emoji, flags, iconName, id, timestamp, urlsOf, version } from './shared/values.ts'
import { user } from './users.ts'

/** A body as answered: Markdown, or a structured document when that format was asked for. */
const body = z.object({ markdown: z.string().optional(), document: structuredDocument.optional() })

const reactions = z.array(
  z.object({
    emoji: z.string(),
    count: z.number().int(),
    users: z.array(z.object({ user, reactedAt: timestamp })),
  }),
)

const posted = {
  id,
  postedBy: user,
  postedAt: timestamp,
  editedAt: timestamp.optional(),
  reactions,
  body,
  mentions: z
    .array(id)
    .describe(
      'Users whom the text names, as `@[id]` or by a link to `/users/id`, and who could see the space then',
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
      outdated: z
        .boolean()
        .describe('The block says something else now, or is gone; without a block, the same of the page'),
    })
    .optional(),
  space: id,
  revision: id,
})

export const comment = z
  .object({
    object: z.literal('comment'),
    ...posted,
    replies: z.number().int(),
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
    ...posted,
    permissions: flags('view', 'edit', 'reply', 'delete', 'react'),
    version,
  })
  .meta({ id: 'CommentReply' })
export type CommentReply = z.infer<typeof commentReply>
