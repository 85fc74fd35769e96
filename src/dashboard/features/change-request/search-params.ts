import { id, oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts'

/**
 * Search params of all pages of a request: the open dialog, the selected thread, and the revision to compare with.
 */
export const requestSearch = searchParams({
  dialog: oneOf('review', 'ask', 'bypass', 'description'),
  comment: id,
  /** A revision of the request; only later changes are shown. */
  since: id,
})
export type RequestSearch = SearchOf<typeof requestSearch>
