import { boolean, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** Search params of the list of teams. */
export const teamsSearch = searchParams({
  /** Part of the title, ignoring case. */
  title: text(64),
  /** Only teams that the user manages. */
  mine: boolean,
  dialog: oneOf('new'),
})
export type TeamsSearch = SearchOf<typeof teamsSearch>
