import { createFileRoute, Navigate, redirect } from '@tanstack/react-router'
import { contentQuery } from '#dashboard/data/content.ts'
import { EmptySpace } from '#dashboard/features/space/empty-states.tsx'
import { useSpaceBreadcrumbs } from '#dashboard/features/space/queries.ts'
import { usePages } from '#dashboard/features/space/space-content.ts'
import { useBreadcrumbs } from '#dashboard/hooks/use-breadcrumbs.ts'
import { paths } from '#dashboard/lib/paths.ts'
import { pageIndexOf } from '../../../../../components/page-text/page-index.ts'
import { firstPage } from '../../../../../features/space/page-rows.ts'

/** Redirects to the first page of a space. */
export const Route = createFileRoute('/_app/s/$spaceId/_pages/')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const { pages } = await queryClient.ensureQueryData(contentQuery({ spaceId: params.spaceId }))
    const first = firstPage(pageIndexOf(pages))
    if (!first) return
    const to = '/s/$spaceId/p/$pageId'
    throw redirect({ to, params: { ...params, pageId: first.id }, search: location.search, replace: true })
  },
  component: View,
})

function View() {
  const { content } = usePages()
  useBreadcrumbs(useSpaceBreadcrumbs(content.space))
  // Pages can appear while the empty space is shown: an import finished, or someone created the first one.
  const first = firstPage(content.index)
  if (first) return <Navigate to={paths.page(content.space.id, first.id)} replace />
  return <EmptySpace />
}
