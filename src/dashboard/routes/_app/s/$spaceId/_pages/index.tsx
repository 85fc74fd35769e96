import { createFileRoute, Navigate, redirect } from '@tanstack/react-router'
import { indexOf } from '../../../../../components/page-text/page-index.ts'
import { EmptySpace } from '../../../../../features/space/empty-space.tsx'
import { firstPage } from '../../../../../features/space/page-rows.ts'
import { usePages } from '../../../../../features/space/pages-context.ts'
import { contentQuery } from '../../../../../features/space/space-queries.ts'
import { useSpaceCrumbs } from '../../../../../features/space/use-space-crumbs.ts'
import { useCrumbs } from '../../../../../hooks/use-crumbs.ts'
import { places } from '../../../../../lib/places.ts'

/** The way into a space leads to its first page. */
export const Route = createFileRoute('/_app/s/$spaceId/_pages/')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const { pages } = await queryClient.ensureQueryData(contentQuery(params.spaceId))
    const first = firstPage(indexOf(pages))
    if (!first) return
    const to = '/s/$spaceId/p/$pageId'
    throw redirect({ to, params: { ...params, pageId: first.id }, search: location.search, replace: true })
  },
  component: View,
})

function View() {
  const { content } = usePages()
  useCrumbs(useSpaceCrumbs(content.space))
  // Pages may come while one looks at the empty space: an import is over, or somebody wrote the first.
  const first = firstPage(content.index)
  if (first) return <Navigate to={places.page(content.space.id, first.id)} replace />
  return <EmptySpace />
}
