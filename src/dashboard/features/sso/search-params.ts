import { oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the settings: the open provider, dialog and test. */
export const ssoSearch = searchParams({
  provider: text(),
  dialog: oneOf('new-saml', 'new-oidc', 'import'),
  test: text(),
})
export type SsoSearch = SearchOf<typeof ssoSearch>
