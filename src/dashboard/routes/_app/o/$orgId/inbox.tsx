import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { InboxPage } from '../../../../features/inbox/inbox-page.tsx'
import { inboxQuery } from '../../../../features/inbox/queries.ts'
import { inboxSearch } from '../../../../features/inbox/search-params.ts'

/** What concerns the caller in an organization. */
export const Route = createFileRoute('/_app/o/$orgId/inbox')({
  validateSearch: inboxSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.prefetchInfiniteQuery(inboxQuery(params.orgId, inboxSearch.parse(location.search))),
  component: View,
})

function View() {
  const { organizationQuery } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: organization } = useSuspenseQuery(organizationQuery)
  return (
    <InboxPage
      key={organization.id}
      organization={organization}
      search={Route.useSearch()}
      onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }) })}
    />
  )
}
