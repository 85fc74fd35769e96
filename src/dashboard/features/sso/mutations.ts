import type { InfiniteData } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SamlProvider } from '#contract/saml-providers.ts'
import type { List } from '#contract/shared/paging.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { optimistic, withItems } from '../../data/optimistic.ts'
import { labels } from '../../lib/labels.ts'
import { toast } from '../../lib/toast.ts'
import { samlProvidersQuery } from './queries.ts'

/** Leaves for the provider, which sends the browser back with the result. */
export function useProviderTest(organizationId: string) {
  const starting = useApi(api.sso.startTest, {
    meta: { refused: 'Couldn’t start the test' },
    onSuccess: ({ url }) => location.assign(url),
  })
  const start = (providerId: string) => starting.mutate({ params: { organizationId, providerId } })
  return { start, isStarting: starting.isPending || starting.isSuccess }
}

/** Asks before a provider of any type is deleted. */
export const confirmDeletion = (label: string): Promise<boolean> =>
  confirm({
    title: `Delete the provider ${labels.quoted(label)}?`,
    description:
      'People can no longer sign in with it. They stay members. Those without a password can set one with “Forgot password?” on the sign-in page. This can’t be undone.',
    action: 'Delete provider',
    cancel: labels.cancel,
    danger: true,
  })

/** Deletes a provider after a question. */
export function useProviderDeletion(organizationId: string) {
  const list = samlProvidersQuery(organizationId)
  const deletion = useApi(api.samlProviders.delete, {
    ...optimistic(list, (data: InfiniteData<List<SamlProvider>>, { params }) =>
      withItems(data, (rows) => rows.filter(({ id }) => id !== params.samlProviderId)),
    ),
    meta: { refused: 'Couldn’t delete the provider' },
  })
  return async (provider: SamlProvider, onDeleted?: () => void) => {
    if (!(await confirmDeletion(provider.label))) return
    deletion.mutate(
      { params: { organizationId, samlProviderId: provider.id }, ifMatch: provider.version },
      {
        onSuccess: () => {
          toast.done(`Deleted the provider ${labels.quoted(provider.label)}`)
          onDeleted?.()
        },
      },
    )
  }
}
