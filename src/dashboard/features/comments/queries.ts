import { api } from '#contract/api.ts'
import { qPages } from '../../data/api.ts'

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
