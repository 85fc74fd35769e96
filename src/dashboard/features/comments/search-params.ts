import { id, oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts'

/** Search params: status, author and the selected thread. */
export const commentsSearch = searchParams({
  status: oneOf('resolved', 'all'),
  by: oneOf('me'),
  comment: id,
})
export type CommentsSearch = SearchOf<typeof commentsSearch>
