import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { RouteFailed } from '../../../../../components/route-states.tsx'
import { PageNotFound } from '../../../../../features/space/empty-space.tsx'
import { titleOf } from '../../../../../features/space/page-rows.ts'
import { PageView } from '../../../../../features/space/page-view.tsx'
import { usePages } from '../../../../../features/space/pages-context.ts'
import { pageQuery } from '../../../../../features/space/space-queries.ts'
import { PageBones } from '../../../../../features/space/space-skeleton.tsx'
import { useSpaceCrumbs } from '../../../../../features/space/use-space-crumbs.ts'
import { useCrumbs } from '../../../../../hooks/use-crumbs.ts'
import { isRefusal } from '../../../../../lib/api.ts'

/** One page as it is read. */
export const Route = createFileRoute('/_app/s/$spaceId/_pages/p/$pageId')({
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(pageQuery(params.spaceId, params.pageId)),
  component: View,
  pendingComponent: PageBones,
  errorComponent: (props) => (isRefusal(props.error, 404) ? <PageNotFound /> : <RouteFailed {...props} />),
})

function View() {
  const { spaceId, pageId } = Route.useParams()
  const { content } = usePages()
  const { data: page } = useSuspenseQuery(pageQuery(spaceId, pageId))
  // The tree knows of changes to the title before the page is read again.
  const shown = { ...page, title: content.index.byId.get(pageId)?.page.title ?? page.title }
  useCrumbs([...useSpaceCrumbs(content.space), { title: titleOf(shown) }])
  return <PageView key={pageId} page={shown} />
}
