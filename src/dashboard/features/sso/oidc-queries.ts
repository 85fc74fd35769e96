import { api } from '#contract/api.ts'
import { MAX_OIDC_PROVIDERS } from '#contract/oidc-providers.ts'
import { q, qPages } from '../../data/api.ts'

/** The OpenID Connect providers of an organization; all of them fit on one page. */
export const oidcProvidersQuery = (organizationId: string) =>
  qPages(api.oidcProviders.list, { params: { organizationId }, query: { limit: MAX_OIDC_PROVIDERS } })

export type OidcParams = { readonly organizationId: string; readonly oidcProviderId: string }

export const oidcProviderQuery = (params: OidcParams) => q(api.oidcProviders.get, { params })
