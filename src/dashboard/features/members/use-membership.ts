import { UserMinus, UserPlus } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import type { Team, TeamRole } from '#contract/teams.ts'
import { optimistic, useApi } from '../../lib/api.ts'
import { withRows } from '../../lib/shown.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { memberTeamsQuery } from './member-queries.ts'

/** Somebody’s place in teams: in, out and back, owner or member. */
export function useMembership(organizationId: string, { id: userId, user }: Member) {
  const teams = memberTeamsQuery({ organizationId, userId })
  const paramsOf = (team: Team) => ({ organizationId, teamId: team.id, userId })
  const putting = useApi(api.teamMembers.put, {
    ...optimistic(teams, (data, { params, body }) =>
      withRows(data, (rows) =>
        rows.map((row) =>
          row.team.id === params.teamId ? { ...row, member: { role: body?.role ?? 'member' } } : row,
        ),
      ),
    ),
    meta: { refused: `${user.displayName} stays as they were` },
  })
  const leaving = useApi(api.teamMembers.delete, {
    ...optimistic(teams, (data, { params }) =>
      withRows(data, (rows) => rows.filter(({ team }) => team.id !== params.teamId)),
    ),
    meta: { refused: `${user.displayName} stays in the team` },
  })
  const put = (team: Team, role: TeamRole) => putting.mutateAsync({ params: paramsOf(team), body: { role } })
  return {
    setRole: (team: Team, role: TeamRole) => void put(team, role).catch(() => undefined),
    leave: (team: Team, role: TeamRole) =>
      leaving.mutate(
        { params: paramsOf(team) },
        {
          onSuccess: () =>
            void toast.undoable(
              `Took ${user.displayName} out of ${words.quoted(team.title)}`,
              () => void put(team, role).catch(() => undefined),
              { icon: UserMinus },
            ),
        },
      ),
    join: async (team: Team, role: TeamRole) => {
      await put(team, role)
      toast.done(`Added ${user.displayName} to ${words.quoted(team.title)}`, { icon: UserPlus })
    },
  }
}
export type Membership = ReturnType<typeof useMembership>
