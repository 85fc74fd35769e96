import { id, matching, oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts'

/** Search params of the inbox. */
export const inboxSearch = searchParams({
  /** The inbox itself without it. */
  state: oneOf('snoozed', 'done'),
  /** Only notifications with this reason. */
  reason: matching(/^[a-z_]{1,30}$/),
  space: id,
  dialog: oneOf('following'),
})
export type InboxSearch = SearchOf<typeof inboxSearch>
