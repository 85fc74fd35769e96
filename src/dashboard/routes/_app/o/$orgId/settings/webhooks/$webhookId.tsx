import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { deliveriesQuery, webhookQuery } from '../../../../../../features/webhooks/queries.ts'
import { deliveriesSearch } from '../../../../../../features/webhooks/search-params.ts'
import { WebhookPage } from '../../../../../../features/webhooks/webhook-page.tsx'

/** One webhook and its deliveries. */
export const Route = createFileRoute('/_app/o/$orgId/settings/webhooks/$webhookId')({
  validateSearch: deliveriesSearch,
  context: ({ params }) => ({
    webhookParams: { organizationId: params.orgId, webhookId: params.webhookId },
  }),
  loader: async ({ context: { queryClient, webhookParams }, location }) => {
    const { status } = deliveriesSearch.parse(location.search)
    await Promise.all([
      queryClient.ensureQueryData(webhookQuery(webhookParams)),
      queryClient.prefetchInfiniteQuery(deliveriesQuery(webhookParams, status)),
    ])
  },
  component: View,
})

function View() {
  const { webhookParams } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const search = Route.useSearch()
  const { data: webhook } = useSuspenseQuery(webhookQuery(webhookParams))
  return (
    <WebhookPage
      key={webhook.id}
      organizationId={webhookParams.organizationId}
      webhook={webhook}
      search={search}
      onSearch={(next) => void navigate({ search: next })}
    />
  )
}
