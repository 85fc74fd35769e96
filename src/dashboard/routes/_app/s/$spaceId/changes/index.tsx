import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { GitPullRequest, Plus } from 'lucide-react'
import { Button } from '../../../../../components/ui/button.tsx'
import { changesQuery } from '../../../../../features/changes/queries.ts'
import { changesSearch } from '../../../../../features/changes/search-params.ts'
import { SpaceChanges } from '../../../../../features/changes/space-changes.tsx'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../../features/space/queries.ts'
import { SpaceHead } from '../../../../../features/space/space-head.tsx'
import { useActions } from '../../../../../hooks/use-actions.ts'
import { useBreadcrumbs } from '../../../../../hooks/use-breadcrumbs.ts'

/** The change requests of a space. */
export const Route = createFileRoute('/_app/s/$spaceId/changes/')({
  validateSearch: changesSearch,
  loader: ({ context, params, location }) =>
    context.queryClient.prefetchInfiniteQuery(
      changesQuery(params.spaceId, changesSearch.parse(location.search)),
    ),
  component: View,
})

function View() {
  const { spaceId } = Route.useParams()
  const { session } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'Changes' }], `Changes of ${space.title}`)
  const mayCreate = space.permissions.edit
  const onNew = () => void navigate({ search: (before) => ({ ...before, dialog: 'new' }) })
  useActions(
    mayCreate
      ? [{ id: 'change', label: 'New change request', icon: GitPullRequest, keys: 'c', run: onNew }]
      : [],
  )
  return (
    <>
      <SpaceHead
        space={space}
        action={
          mayCreate && (
            <Button variant="primary" icon={Plus} onClick={onNew} aria-label="New change request">
              New <span className="wide">change request</span>
            </Button>
          )
        }
      />
      <SpaceChanges
        key={spaceId}
        space={space}
        meId={session.user.id}
        search={Route.useSearch()}
        onSearch={(change, options) =>
          void navigate({ search: (before) => ({ ...before, ...change }), ...options })
        }
      />
    </>
  )
}
