import { oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts'

/** Search params of the link report. */
export const linksSearch = searchParams({
  /** Broken links by default. */
  show: oneOf('ok', 'in-app', 'all', 'ignored'),
})
export type LinksSearch = SearchOf<typeof linksSearch>
