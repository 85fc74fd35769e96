import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../../../components/ui/skeleton.tsx'
import { contentQuery } from '../../../../../../data/content.ts'
import { changesQuery, isActive, requestQuery } from '../../../../../../features/change-request/queries.ts'
import { findReusableContent } from '../../../../../../features/editor/queries.ts'
import { reusableContentChanges } from '../../../../../../features/reusable-content/changes.ts'
import { listQuery } from '../../../../../../features/reusable-content/queries.ts'
import { ReusableContentPage } from '../../../../../../features/reusable-content/reusable-content-page.tsx'
import { reusableContentSearch } from '../../../../../../features/reusable-content/search-params.ts'
import { spaceQuery } from '../../../../../../features/space/queries.ts'
import { useContent } from '../../../../../../features/space/space-content.ts'
import { useWindowTitle } from '../../../../../../hooks/use-breadcrumbs.ts'
import { labels } from '../../../../../../lib/labels.ts'
import { ReusableContentItem } from '../../-reusable-content-item.tsx'

/** The reusable content of a change request, or one being written; it is not read again while it is open. */
export const Route = createFileRoute(
  '/_app/s/$spaceId/changes/$number/reusable-content/{-$reusableContentId}',
)({
  validateSearch: reusableContentSearch,
  loader: async ({ context: { queryClient }, params, location }) => {
    const at = { spaceId: params.spaceId, change: params.number }
    if (params.reusableContentId !== undefined) {
      await queryClient.ensureQueryData(contentQuery(at))
      return findReusableContent(at, params.reusableContentId)
    }
    const search = reusableContentSearch.parse(location.search)
    await queryClient.prefetchInfiniteQuery(listQuery(at, search))
    return undefined
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  preload: false,
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { number, reusableContentId } = Route.useParams()
  return reusableContentId === undefined ? <ListView key={number} /> : <ItemView key={reusableContentId} />
}

function ListView() {
  const at = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  const { data } = useQuery(changesQuery(at))
  return (
    <ReusableContentPage
      space={space}
      at={{ spaceId: at.spaceId, change: at.number }}
      search={Route.useSearch()}
      onSearch={(change, options) =>
        void navigate({ search: (before) => ({ ...before, ...change }), ...options })
      }
      canEdit={space.permissions.edit && isActive(request)}
      changes={reusableContentChanges(request.revision, data?.changes ?? [])}
    />
  )
}

function ItemView() {
  const { spaceId, number, reusableContentId = '' } = Route.useParams()
  const { view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const editable = Route.useLoaderData()
  const { data: request } = useSuspenseQuery(requestQuery({ spaceId, number }))
  const content = useContent(
    { spaceId, change: number },
    ({ permissions }) => permissions.edit && isActive(request),
  )
  useWindowTitle(editable ? editable.base.title || labels.untitled : labels.notFound)
  return (
    <ReusableContentItem
      id={reusableContentId}
      content={content}
      editable={editable}
      mode={view}
      onMode={(next) => void navigate({ search: (all) => ({ ...all, view: next }), replace: true })}
    />
  )
}
