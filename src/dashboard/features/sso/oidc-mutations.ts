import type { InfiniteData } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { OidcProvider } from '#contract/oidc-providers.ts'
import type { List } from '#contract/shared/paging.ts'
import { useApi } from '../../data/api.ts'
import { optimistic, withItems } from '../../data/optimistic.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { confirmDeletion } from './mutations.ts'
import { oidcProvidersQuery } from './oidc-queries.ts'

/** Deletes an OpenID Connect provider after a question. */
export function useOidcProviderDeletion(organizationId: string) {
  const deletion = useApi(api.oidcProviders.delete, {
    ...optimistic(oidcProvidersQuery(organizationId), (data: InfiniteData<List<OidcProvider>>, { params }) =>
      withItems(data, (rows) => rows.filter(({ id }) => id !== params.oidcProviderId)),
    ),
    meta: { refused: 'Couldn’t delete the provider' },
  })
  return async (provider: OidcProvider, onDeleted?: () => void) => {
    if (!(await confirmDeletion(provider.label))) return
    deletion.mutate(
      { params: { organizationId, oidcProviderId: provider.id }, ifMatch: provider.version },
      {
        onSuccess: () => {
          toast.done(`Deleted the provider ${labels.quoted(provider.label)}`)
          onDeleted?.()
        },
      },
    )
  }
}
