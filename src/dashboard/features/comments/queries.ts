import { z } from 'zod'
import { api } from '#contract/api.ts'
import { id } from '#contract/shared/values.ts'
import { qPages } from '../../data/api.ts'

/** Search params: status, author and the selected thread. */
export const commentsSearch = z.object({
  status: z.enum(['resolved', 'all']).optional().catch(undefined),
  by: z.literal('me').optional().catch(undefined),
  comment: id.optional().catch(undefined),
})
export type CommentsSearch = z.infer<typeof commentsSearch>

const PAGE_SIZE = 30

/** Comments of a space, newest first. */
export const commentsQuery = (spaceId: string, { status = 'open' as const, author }: CommentsFilter) =>
  qPages(api.spaceComments.list, {
    params: { spaceId },
    query: { limit: PAGE_SIZE, format: 'markdown', status, ...(author ? { authors: [author] } : {}) },
  })

type CommentsFilter = {
  readonly status?: 'open' | 'resolved' | 'all' | undefined
  readonly author?: string | undefined
}
