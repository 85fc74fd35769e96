import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ListSkeleton } from '../../../../components/ui/skeleton.tsx'
import { findReusableContent } from '../../../../features/editor/queries.ts'
import { listQuery } from '../../../../features/reusable-content/queries.ts'
import {
  NewButton,
  ReusableContentPage,
} from '../../../../features/reusable-content/reusable-content-page.tsx'
import { reusableContentSearch } from '../../../../features/reusable-content/search-params.ts'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { canEditLive, useContent } from '../../../../features/space/space-content.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'
import { labels } from '../../../../lib/labels.ts'
import { paths } from '../../../../lib/paths.ts'
import { ReusableContentItem } from './-reusable-content-item.tsx'

/** The reusable content of a space, or one being written. That is read past every cache, and not again while it is open. */
export const Route = createFileRoute('/_app/s/$spaceId/reusable-content/{-$reusableContentId}')({
  validateSearch: reusableContentSearch,
  loader: async ({ context, params: { spaceId, reusableContentId }, location }) => {
    const at = { spaceId }
    if (reusableContentId !== undefined) return findReusableContent(at, reusableContentId)
    const search = reusableContentSearch.parse(location.search)
    await context.queryClient.prefetchInfiniteQuery(listQuery(at, search))
    return undefined
  },
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  preload: false,
  component: View,
  pendingComponent: ListSkeleton,
})

function View() {
  const { spaceId, reusableContentId } = Route.useParams()
  return reusableContentId === undefined ? <ListView key={spaceId} /> : <ItemView key={reusableContentId} />
}

const title = 'Reusable content'

function ListView() {
  const { spaceId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title }], `${title} of ${space.title}`)
  const canEdit = canEditLive(space)
  const onSearch: Parameters<typeof ReusableContentPage>[0]['onSearch'] = (change, options) =>
    void navigate({ search: (before) => ({ ...before, ...change }), ...options })
  return (
    <>
      <SpaceHead space={space} action={canEdit && <NewButton onSearch={onSearch} isPrimary />} />
      <ReusableContentPage at={{ spaceId }} search={Route.useSearch()} {...{ space, onSearch, canEdit }} />
    </>
  )
}

function ItemView() {
  const { spaceId, reusableContentId = '' } = Route.useParams()
  const { view } = Route.useSearch()
  const navigate = Route.useNavigate()
  const editable = Route.useLoaderData()
  const content = useContent({ spaceId })
  const itemTitle = editable ? editable.base.title || labels.untitled : labels.notFound
  useBreadcrumbs(
    [
      ...useSpaceBreadcrumbs(content.space),
      { title, to: paths.reusableContent(spaceId) },
      { title: itemTitle },
    ],
    itemTitle,
  )
  return (
    <ReusableContentItem
      id={reusableContentId}
      content={content}
      editable={editable}
      head={<SpaceHead space={content.space} />}
      mode={view}
      onMode={(next) => void navigate({ search: (all) => ({ ...all, view: next }), replace: true })}
    />
  )
}
