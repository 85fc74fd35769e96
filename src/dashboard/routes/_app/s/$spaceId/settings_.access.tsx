import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AccessPage } from '../../../../features/access/access-page.tsx'
import { resourceOf } from '../../../../features/access/queries.ts'
import { accessSearch } from '../../../../features/access/search-params.ts'
import { spaceQuery, useSpaceBreadcrumbs } from '../../../../features/space/queries.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { useBreadcrumbs } from '../../../../hooks/use-breadcrumbs.ts'

/** Who can do what in a space, and why. */
export const Route = createFileRoute('/_app/s/$spaceId/settings_/access')({
  validateSearch: accessSearch,
  component: View,
})

function View() {
  const { spaceId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useBreadcrumbs([...useSpaceBreadcrumbs(space), { title: 'Access' }], `Access to ${space.title}`)
  return (
    <>
      <SpaceHead space={space} />
      <AccessPage
        key={space.id}
        resource={resourceOf(space)}
        search={Route.useSearch()}
        onSearch={(change, options) =>
          void navigate({ search: (before) => ({ ...before, ...change }), ...options })
        }
      />
    </>
  )
}
