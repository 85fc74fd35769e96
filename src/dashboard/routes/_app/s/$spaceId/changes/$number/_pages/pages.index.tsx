import { createFileRoute, Navigate, redirect } from '@tanstack/react-router'
import { indexOf } from '../../../../../../../components/page-text/page-index.ts'
import { EmptySpace } from '../../../../../../../features/space/empty-space.tsx'
import { firstPage } from '../../../../../../../features/space/page-rows.ts'
import { usePages } from '../../../../../../../features/space/pages-context.ts'
import { contentAt, placesAt } from '../../../../../../../lib/content-at.ts'

/** The way to the pages of a change request leads to the first. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/_pages/pages/')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const at = { spaceId: params.spaceId, change: params.number }
    const { pages } = await queryClient.ensureQueryData(contentAt(at))
    const first = firstPage(indexOf(pages))
    if (!first) return
    const to = '/s/$spaceId/changes/$number/pages/$pageId'
    throw redirect({ to, params: { ...params, pageId: first.id }, search: location.search, replace: true })
  },
  component: View,
})

function View() {
  const { content } = usePages()
  const first = firstPage(content.index)
  if (first) return <Navigate to={placesAt(content.at).page(first.id)} replace />
  return <EmptySpace />
}
