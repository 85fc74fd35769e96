import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accessSearch } from '../../../../features/access/access-search.ts'
import { AccessView } from '../../../../features/access/access-view.tsx'
import { subjectOf } from '../../../../features/access/subject.ts'
import { SpaceHead } from '../../../../features/space/space-head.tsx'
import { spaceQuery } from '../../../../features/space/space-queries.ts'
import { useSpaceCrumbs } from '../../../../features/space/use-space-crumbs.ts'
import { useCrumbs } from '../../../../hooks/use-crumbs.ts'

/** Who can do what in a space, and why. */
export const Route = createFileRoute('/_app/s/$spaceId/settings_/access')({
  validateSearch: accessSearch,
  component: View,
})

function View() {
  const { spaceId } = Route.useParams()
  const navigate = Route.useNavigate()
  const { data: space } = useSuspenseQuery(spaceQuery(spaceId))
  useCrumbs([...useSpaceCrumbs(space), { title: 'Access' }], `Access to ${space.title}`)
  return (
    <>
      <SpaceHead space={space} />
      <AccessView
        key={space.id}
        subject={subjectOf(space)}
        search={Route.useSearch()}
        onSearch={(change, options) =>
          void navigate({ search: (before) => ({ ...before, ...change }), ...options })
        }
      />
    </>
  )
}
