import { roles } from '#contract/shared/permissions.ts'
import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** Search params of the access page: its filters and the open dialog. */
export const accessSearch = searchParams({
  /** Part of a name or an email address. */
  q: text(512),
  role: oneOf(...roles),
  dialog: oneOf('add'),
  /** Id of the person whose access is explained. */
  why: text(64),
})
export type AccessSearch = SearchOf<typeof accessSearch>
