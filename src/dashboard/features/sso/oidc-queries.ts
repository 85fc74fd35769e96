import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { MAX_OIDC_PROVIDERS } from '#contract/oidc-providers.ts'
import { itemsOf, q, qPages } from '../../data/api.ts'
import { samlProvidersQuery } from './queries.ts'

/** The OpenID Connect providers of an organization; all of them fit on one page. */
export const oidcProvidersQuery = (organizationId: string) =>
  qPages(api.oidcProviders.list, { params: { organizationId }, query: { limit: MAX_OIDC_PROVIDERS } })

export type OidcParams = { readonly organizationId: string; readonly oidcProviderId: string }

export const oidcProviderQuery = (params: OidcParams) => q(api.oidcProviders.get, { params })

/** Which page a provider has: the id in the address does not say of which type it is. */
export async function isOidcProvider(
  client: QueryClient,
  organizationId: string,
  providerId: string,
): Promise<boolean> {
  const query = oidcProvidersQuery(organizationId)
  const isAmong = (items: readonly { readonly id: string }[]) => items.some(({ id }) => id === providerId)
  if (isAmong(itemsOf(await client.ensureInfiniteQueryData(query)))) return true
  if (isAmong(itemsOf(await client.ensureInfiniteQueryData(samlProvidersQuery(organizationId))))) return false
  // It was created just now.
  return isAmong(itemsOf(await client.fetchInfiniteQuery({ ...query, staleTime: 0 })))
}
