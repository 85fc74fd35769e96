import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { WhileReadable } from '../../../../../components/while-readable.tsx'
import { teamMembersQuery, teamQuery } from '../../../../../features/teams/queries.ts'
import { TeamPage } from '../../../../../features/teams/team-page.tsx'
import { oneOf, searchParams } from '../../../../../lib/search-params.ts'

/** One team and who is in it. */
export const Route = createFileRoute('/_app/o/$orgId/teams/$teamId')({
  validateSearch: searchParams({ dialog: oneOf('add') }),
  context: ({ params }) => ({ teamParams: { organizationId: params.orgId, teamId: params.teamId } }),
  loader: async ({ context: { queryClient, teamParams } }) => {
    await Promise.all([
      queryClient.ensureQueryData(teamQuery(teamParams)),
      queryClient.prefetchInfiniteQuery(teamMembersQuery(teamParams)),
    ])
  },
  component: View,
})

function View() {
  return (
    <WhileReadable query={teamQuery(Route.useRouteContext().teamParams)}>
      <Team />
    </WhileReadable>
  )
}

function Team() {
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { teamParams } = Route.useRouteContext()
  const { data: team } = useSuspenseQuery(teamQuery(teamParams))
  return (
    <TeamPage
      key={team.id}
      organizationId={teamParams.organizationId}
      team={team}
      isAdding={dialog === 'add'}
      onAdding={(is) => void navigate({ search: { dialog: is ? 'add' : undefined } })}
    />
  )
}
