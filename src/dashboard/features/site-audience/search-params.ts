import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the audience page. */
export const audienceSearch = searchParams({
  /** The dialog for a new share link. */
  dialog: oneOf('link'),
  link: text(64),
  /** Shows the visitor schema as JSON instead of rows. */
  schema: oneOf('json'),
})
export type AudienceSearch = SearchOf<typeof audienceSearch>
