import { oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts'

/** The search parameters of the page: the open dialog. */
export const provisioningSearch = searchParams({ dialog: oneOf('new') })
export type ProvisioningSearch = SearchOf<typeof provisioningSearch>
