import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet, useMatches, useNavigate, useParams } from '@tanstack/react-router'
import { useDeferredValue } from 'react'
import { partTitles } from '../../../../../features/change-request/labels.ts'
import { changesQuery, isActive, requestQuery } from '../../../../../features/change-request/queries.ts'
import { RequestBar } from '../../../../../features/change-request/request-bar.tsx'
import { RequestHead } from '../../../../../features/change-request/request-head.tsx'
import { ReviewMenu } from '../../../../../features/change-request/review-menu.tsx'
import { type RequestSearch, requestSearch } from '../../../../../features/change-request/search-params.ts'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../../features/space/queries.ts'
import { SpaceSkeleton } from '../../../../../features/space/space-skeleton.tsx'
import { useBreadcrumbs } from '../../../../../hooks/use-breadcrumbs.ts'
import { useIsNarrow } from '../../../../../hooks/use-media.ts'
import { subjectLabel } from '../../../../../lib/change-request-labels.ts'
import { paths } from '../../../../../lib/paths.ts'

/** One change request, with its parts below its head. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/$number')({
  validateSearch: requestSearch,
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(requestQuery(params)),
  component: View,
  pendingComponent: SpaceSkeleton,
})

const titleOfPart = new Map<string, string>(Object.entries(partTitles))

function View() {
  const at = Route.useParams()
  const search = Route.useSearch()
  const navigate = useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(at.spaceId))
  const { data: request } = useSuspenseQuery(requestQuery(at))
  const { data: changes } = useQuery(changesQuery(at))
  const part = useMatches({ select: (matches) => matches.at(-1)?.routeId })
  const [tab = ''] = part?.slice(`${Route.id}/`.length).split('/') ?? []
  const isAmongPages = tab === '_pages'
  const isOverview = tab === 'overview'
  const isNarrow = useIsNarrow()
  const onSearch = (change: Partial<RequestSearch>) =>
    void navigate({ to: '.', search: (all) => ({ ...all, ...change }) })
  const canWrite = space.permissions.edit && isActive(request)
  const reusableContentId = useParams({ strict: false, select: (params) => params.reusableContentId })
  // The head goes after the page that was read, whose position is stored as it was on screen.
  const isPageEdited = part === '/_app/s/$spaceId/changes/$number/_pages/pages/$pageId_/edit'
  const isEditing = useDeferredValue(isPageEdited || (canWrite && reusableContentId !== undefined))
  const subject = subjectLabel(request)
  const partTitle = titleOfPart.get(tab.replace(/^_/, ''))
  const title = partTitle ? `${partTitle} · ${subject}` : `${subject} · ${space.title}`
  useBreadcrumbs(
    [
      ...useSpaceBreadcrumbs(space),
      { title: 'Changes', to: paths.changes(space.id) },
      { title: `#${request.number}`, to: paths.change(space.id, request.number) },
    ],
    // The editor names what is edited.
    isPageEdited || reusableContentId !== undefined ? null : title,
  )
  return (
    <>
      {!isEditing && (
        <RequestHead
          at={at}
          space={space}
          request={request}
          changes={changes && changes.changes.length + (changes.more ?? 0)}
          isAmongPages={isAmongPages}
          onSearch={onSearch}
          review={<ReviewMenu at={at} space={space} request={request} search={search} onSearch={onSearch} />}
        />
      )}
      <Outlet />
      {isNarrow && !isOverview && !isEditing && <RequestBar at={at} request={request} />}
    </>
  )
}
