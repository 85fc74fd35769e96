import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { isApiError } from '#dashboard/data/api.ts'
import { pageQuery } from '#dashboard/data/content.ts'
import { PageNotFound } from '#dashboard/features/space/empty-states.tsx'
import { useSpaceBreadcrumbs } from '#dashboard/features/space/queries.ts'
import { usePages } from '#dashboard/features/space/space-content.ts'
import { useBreadcrumbs } from '#dashboard/hooks/use-breadcrumbs.ts'
import { RouteFailed } from '../../../../../components/route-states.tsx'
import { titleOf } from '../../../../../features/space/page-rows.ts'
import { PageView } from '../../../../../features/space/page-view.tsx'
import { PageBones } from '../../../../../features/space/space-skeleton.tsx'

/** One page as it is read. */
export const Route = createFileRoute('/_app/s/$spaceId/_pages/p/$pageId')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(pageQuery({ spaceId: params.spaceId }, params.pageId)),
  component: View,
  pendingComponent: PageBones,
  errorComponent: (props) => (isApiError(props.error, 404) ? <PageNotFound /> : <RouteFailed {...props} />),
})

function View() {
  const { spaceId, pageId } = Route.useParams()
  const { content } = usePages()
  const { data: page } = useSuspenseQuery(pageQuery({ spaceId }, pageId))
  // The tree knows of changes to the title before the page is read again.
  const shown = { ...page, title: content.index.byId.get(pageId)?.page.title ?? page.title }
  useBreadcrumbs([...useSpaceBreadcrumbs(content.space), { title: titleOf(shown) }])
  return <PageView key={pageId} page={shown} />
}
