import { type SearchOf, searchParams, text } from '../../lib/search-params.ts'

export const searchSearch = searchParams({ q: text() })
export type SearchSearch = SearchOf<typeof searchSearch>
