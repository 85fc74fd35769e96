import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the redirects page. */
export const redirectsSearch = searchParams({
  /** Part of a source. */
  q: text(512),
  order: oneOf('source'),
  /** Shows only redirects with problems. */
  only: oneOf('findings'),
  dialog: oneOf('new', 'paste'),
  /** The source of a new redirect, as named by another page. */
  source: text(512),
  /** Id of the redirect being edited. */
  edit: text(64),
})
export type RedirectsSearch = SearchOf<typeof redirectsSearch>
