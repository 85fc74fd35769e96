import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { ComparePage } from '../../../../features/translations/compare-page.tsx'
import { pageStateQuery, translationQuery } from '../../../../features/translations/queries.ts'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'
import { labels } from '../../../../lib/labels.ts'
import { paths } from '../../../../lib/paths.ts'

/** A page of a translation next to its original. */
export const Route = createFileRoute('/_app/s/$spaceId/translations_/$pageId')({
  loader: ({ context: { queryClient }, params: { spaceId, pageId } }) =>
    Promise.all([
      queryClient.ensureQueryData(pageStateQuery(spaceId, pageId)),
      queryClient.ensureQueryData(translationQuery(spaceId)),
    ]),
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId, pageId } = Route.useParams()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  const { data: row } = useSuspenseQuery(pageStateQuery(spaceId, pageId))
  const title = row.page?.title || labels.untitled
  useBreadcrumbs(
    [...useSpaceBreadcrumbs(space), { title: 'Translations', to: paths.translations(space.id) }, { title }],
    `Translation of ${title}`,
  )
  return (
    <>
      <SpaceHead space={space} />
      <ComparePage key={pageId} space={space} pageId={pageId} />
    </>
  )
}
