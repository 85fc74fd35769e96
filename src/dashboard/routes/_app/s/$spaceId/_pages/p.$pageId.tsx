import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { RouteFailed } from '../../../../../components/route-states.tsx'
import { isApiError } from '../../../../../data/api.ts'
import { pageQuery } from '../../../../../data/content.ts'
import { PageNotFound } from '../../../../../features/space/empty-states.tsx'
import { prepareReading } from '../../../../../features/space/page-rendering.ts'
import { titleOf } from '../../../../../features/space/page-rows.ts'
import { PageView } from '../../../../../features/space/page-view.tsx'
import { useSpaceBreadcrumbs } from '../../../../../features/space/queries.ts'
import { usePages } from '../../../../../features/space/space-content.ts'
import { PageBones } from '../../../../../features/space/space-skeleton.tsx'
import { useBreadcrumbs } from '../../../../../hooks/use-breadcrumbs.ts'

/** One page as it is read. */
export const Route = createFileRoute('/_app/s/$spaceId/_pages/p/$pageId')({
  loader: ({ context: { queryClient }, params: { spaceId, pageId }, preload }) =>
    preload
      ? prepareReading(queryClient, { spaceId }, pageId)
      : queryClient.ensureQueryData(pageQuery({ spaceId }, pageId)),
  component: View,
  pendingComponent: PageBones,
  errorComponent: (props) =>
    isApiError(props.error, 404) ? <PageNotFound error={props.error} /> : <RouteFailed {...props} />,
})

function View() {
  const { spaceId, pageId } = Route.useParams()
  const { content } = usePages()
  const { data: page } = useSuspenseQuery(pageQuery({ spaceId }, pageId))
  // The tree knows of changes to the title before the page is read again.
  const title = content.index.byId.get(pageId)?.page.title ?? page.title
  const shown = useMemo(() => ({ ...page, title }), [page, title])
  useBreadcrumbs([...useSpaceBreadcrumbs(content.space), { title: titleOf(shown) }])
  return <PageView key={pageId} page={shown} />
}
