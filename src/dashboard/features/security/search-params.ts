import { oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts'

/** `show=with` lists the members who have a second factor, instead of those who have none. */
export const securitySearch = searchParams({ show: oneOf('with') })
export type SecuritySearch = SearchOf<typeof securitySearch>
