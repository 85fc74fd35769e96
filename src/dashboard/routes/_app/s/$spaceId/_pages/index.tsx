import { createFileRoute, Navigate, redirect } from '@tanstack/react-router'
import { pageIndexOf } from '../../../../../components/page-text/page-index.ts'
import { contentQuery } from '../../../../../data/content.ts'
import { EmptySpace } from '../../../../../features/space/empty-states.tsx'
import { firstPage } from '../../../../../features/space/page-rows.ts'
import { useSpaceBreadcrumbs } from '../../../../../features/space/queries.ts'
import { usePages } from '../../../../../features/space/space-content.ts'
import { useBreadcrumbs } from '../../../../../hooks/use-breadcrumbs.ts'
import { paths } from '../../../../../lib/paths.ts'

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
