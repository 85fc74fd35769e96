import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { RouteFailed } from '../../../../../../../components/route-states.tsx'
import { isApiError } from '../../../../../../../data/api.ts'
import { pageQuery } from '../../../../../../../data/content.ts'
import { PageNotFound } from '../../../../../../../features/space/empty-states.tsx'
import { prepareReading } from '../../../../../../../features/space/page-rendering.ts'
import { PageView } from '../../../../../../../features/space/page-view.tsx'
import { usePages } from '../../../../../../../features/space/space-content.ts'
import { PageBones } from '../../../../../../../features/space/space-skeleton.tsx'

/** One page of a change request as it will be read. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number/_pages/pages/$pageId')({
  loader: ({ context: { queryClient }, params: { spaceId, number, pageId }, preload }) => {
    const at = { spaceId, change: number }
    return preload
      ? prepareReading(queryClient, at, pageId)
      : queryClient.ensureQueryData(pageQuery(at, pageId))
  },
  component: View,
  pendingComponent: PageBones,
  errorComponent: (props) => (isApiError(props.error, 404) ? <PageNotFound /> : <RouteFailed {...props} />),
})

function View() {
  const { spaceId, number, pageId } = Route.useParams()
  const { content } = usePages()
  const { data: page } = useSuspenseQuery(pageQuery({ spaceId, change: number }, pageId))
  // The tree knows of changes to the title before the page is read again.
  const title = content.index.byId.get(pageId)?.page.title ?? page.title
  const shown = useMemo(() => ({ ...page, title }), [page, title])
  return <PageView key={pageId} page={shown} />
}
