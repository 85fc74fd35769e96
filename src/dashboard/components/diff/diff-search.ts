import { id, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** What the address says of a comparison: the page that is shown, and how. */
export const diffSearch = searchParams({
  page: id,
  /** Key of the block in it that is pointed at. */
  block: text(256),
  view: oneOf('markdown'),
  layout: oneOf('sides'),
})
export type DiffSearch = SearchOf<typeof diffSearch>

/** Changes some of it; what is undefined leaves the address. */
export type OnDiffSearch = (change: Partial<DiffSearch>) => void
