import { z } from 'zod'
import { comment } from './comment.ts'
import { bodyFormat, bodyInput } from './documents.ts'
import { listOf, order, paging } from './shared/paging.ts'
import { reacting } from './shared/reacting.ts'
import { id } from './shared/values.ts'

const format = z.object({ format: bodyFormat })

/** The operations on comments, the same for a space and for a change request. */
export const commentRoutes = <Of extends string, Base extends string, S extends z.ZodRawShape>(at: {
  of: Of
  base: Base
  params: z.ZodObject<S>
}) =>
  ({
    list: {
      id: `list${at.of}Comments`,
      method: 'GET',
      path: at.base,
      summary: 'List the comments, the newest first unless asked otherwise.',
      permission: 'space.view',
      params: at.params,
      query: paging.extend({
        order,
        format: bodyFormat,
        status: z.enum(['all', 'open', 'resolved']).default('all'),
        targetPage: id.optional().describe('Only comments on this page'),
        authors: z.array(id).max(100).optional().describe('Only comments of these users'),
      }),
      status: 200,
      response: listOf(comment),
    },
    create: {
      id: `post${at.of}Comment`,
      method: 'POST',
      path: at.base,
      summary: 'Post a comment, on a block, on a page or on the whole.',
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
            'Words of the block: without its key the first block that says them is meant, with it they are quoted alone',
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
      summary: 'Edit, resolve or reopen a comment, or react to it; only what is given changes.',
      description:
        'The text is for its author and for admins of the space; the rest for all who may comment.',
      permission: 'space.comment',
      params: z.object({ ...at.params.shape, commentId: id }),
      body: z.object({ resolved: z.boolean().optional(), body: bodyInput.optional(), ...reacting }),
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
