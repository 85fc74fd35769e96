import { createFileRoute, Outlet } from '@tanstack/react-router'
import { siteQuery } from '../../../../../features/sites/site-queries.ts'

/** Everything about one site; the site itself is there for every view below. */
export const Route = createFileRoute('/_app/o/$orgId/sites/$siteId')({
  context: ({ params }) => {
    const place = { organizationId: params.orgId, siteId: params.siteId }
    return { place, siteQuery: siteQuery(place) }
  },
  loader: async ({ context }) => {
    await context.queryClient.ensureQueryData(context.siteQuery)
  },
  component: Outlet,
})
