import { createFileRoute, Navigate, redirect } from '@tanstack/react-router'
import { pageIndexOf } from '../../../../../../../components/page-text/page-index.ts'
import { contentPaths, contentQuery } from '../../../../../../../data/content.ts'
import { EmptySpace } from '../../../../../../../features/space/empty-states.tsx'
import { firstPage } from '../../../../../../../features/space/page-rows.ts'
import { usePages } from '../../../../../../../features/space/space-content.ts'

/** Redirects to the first page of a change request. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/_pages/pages/')({
  loader: async ({ context: { queryClient }, params, location }) => {
    const at = { spaceId: params.spaceId, change: params.number }
    const { pages } = await queryClient.ensureQueryData(contentQuery(at))
    const first = firstPage(pageIndexOf(pages))
    if (!first) return
    const to = '/s/$spaceId/changes/$number/pages/$pageId'
    throw redirect({ to, params: { ...params, pageId: first.id }, search: location.search, replace: true })
  },
  component: View,
})

function View() {
  const { content } = usePages()
  const first = firstPage(content.index)
  if (first) return <Navigate to={contentPaths(content.at).page(first.id)} replace />
  return <EmptySpace />
}
