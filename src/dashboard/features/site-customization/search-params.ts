import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the customization page. */
export const customizeSearch = searchParams({
  /** The open section. */
  part: oneOf('none', 'colours', 'type', 'header', 'footer', 'announcement', 'pictures', 'pages', 'reading'),
  /** Id of the site space whose overrides are edited; undefined for the site itself. */
  space: text(64),
  /** Shows the preview instead of the form on narrow screens. */
  show: oneOf('preview'),
})
export type CustomizeSearch = SearchOf<typeof customizeSearch>
