import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the list of domains: the open dialog. */
export const domainsSearch = searchParams({
  dialog: oneOf('new'),
  /** The domain that is open. */
  domain: text(),
})
export type DomainsSearch = SearchOf<typeof domainsSearch>
