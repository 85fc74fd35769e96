import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { SettingsHeader } from '../../../../../components/settings-header.tsx'
import { NoPermission } from '../../../../../components/ui/states.tsx'
import { itemsOf } from '../../../../../data/api.ts'
import { OidcProviderPage } from '../../../../../features/sso/oidc-provider-page.tsx'
import {
  isOidcProvider,
  oidcProviderQuery,
  oidcProvidersQuery,
} from '../../../../../features/sso/oidc-queries.ts'
import { samlProviderQuery, samlProvidersQuery } from '../../../../../features/sso/queries.ts'
import { SamlProviderPage } from '../../../../../features/sso/saml-provider-page.tsx'
import { ssoSearch } from '../../../../../features/sso/search-params.ts'
import { SsoPage } from '../../../../../features/sso/sso-page.tsx'

/** The single sign-on of an organization, and one of its providers. */
export const Route = createFileRoute('/_app/o/$orgId/settings/sso')({
  validateSearch: ssoSearch,
  loaderDeps: ({ search: { provider } }) => ({ provider }),
  loader: async ({ context: { queryClient, organizationQuery }, params: { orgId }, deps: { provider } }) => {
    const { permissions } = await queryClient.ensureQueryData(organizationQuery)
    if (!permissions.admin) return
    await Promise.all([
      queryClient.ensureInfiniteQueryData(samlProvidersQuery(orgId)),
      queryClient.ensureInfiniteQueryData(oidcProvidersQuery(orgId)),
    ])
    if (provider === undefined) return
    await ((await isOidcProvider(queryClient, orgId, provider))
      ? queryClient.ensureQueryData(oidcProviderQuery({ organizationId: orgId, oidcProviderId: provider }))
      : queryClient.ensureQueryData(samlProviderQuery({ organizationId: orgId, samlProviderId: provider })))
  },
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  if (!organization.permissions.admin) {
    return (
      <>
        <SettingsHeader organization={organization} part="Single sign-on" />
        <NoPermission title="Only admins can manage single sign-on" />
      </>
    )
  }
  const shared = {
    organization,
    search,
    onSearch: (next: typeof search) => void navigate({ search: next }),
  }
  return search.provider === undefined ? (
    <SsoPage key={organization.id} {...shared} />
  ) : (
    <ProviderPage key={search.provider} providerId={search.provider} {...shared} />
  )
}

/** The page of a provider of either type. */
function ProviderPage(props: ComponentProps<typeof SamlProviderPage>) {
  const { data } = useSuspenseInfiniteQuery(oidcProvidersQuery(props.organization.id))
  const isOidc = itemsOf(data).some(({ id }) => id === props.providerId)
  return isOidc ? <OidcProviderPage {...props} /> : <SamlProviderPage {...props} />
}
