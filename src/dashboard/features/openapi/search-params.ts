import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of a specification: the ids of the version and of an older one to compare it with. */
export const versionsSearch = searchParams({
  version: text(),
  since: text(),
})
export type VersionsSearch = SearchOf<typeof versionsSearch>

/** The search parameters of the list of specifications: the open dialog. */
export const specsSearch = searchParams({
  dialog: oneOf('new', 'source'),
  /** Slug of the specification that is open. */
  spec: text(),
})
export type SpecsSearch = SearchOf<typeof specsSearch>
