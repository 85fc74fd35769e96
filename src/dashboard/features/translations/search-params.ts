import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the settings: the open dialog. */
export const settingsSearch = searchParams({
  dialog: oneOf('new'),
  /** Id of the settings being edited. */
  settings: text(),
})
export type SettingsSearch = SearchOf<typeof settingsSearch>

/** The search parameters of a space's translations: the filter and the open dialog. */
export const pagesSearch = searchParams({
  state: oneOf('up-to-date', 'outdated', 'unconfirmed', 'missing', 'unpaired'),
  dialog: oneOf('new'),
  /** Id of the page whose original is being selected. */
  pair: text(),
})
export type PagesSearch = SearchOf<typeof pagesSearch>
