import type { InfiniteData } from '@tanstack/react-query'
import { UserMinus, UserPlus } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { List } from '#contract/shared/paging.ts'
import type { TeamMember } from '#contract/team-members.ts'
import type { TeamRole } from '#contract/teams.ts'
import type { Picked } from '../../components/member-picker.tsx'
import { optimistic, useApi } from '../../lib/api.ts'
import { peopleOf } from '../../lib/namings.ts'
import { withRows } from '../../lib/shown.ts'
import { teamRoleNames } from '../../lib/team-role-words.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { type TeamPlace, teamMembersQuery } from './team-queries.ts'

type Pages = InfiniteData<List<TeamMember>>
type Change = {
  add?: string[] | undefined
  remove?: string[] | undefined
  memberships?: Record<string, { role: TeamRole }> | undefined
}

const idOf = ({ organization }: TeamMember): string => organization.id
const namesOf = (people: readonly TeamMember[]) =>
  people.map(({ organization }) => organization.user.displayName)
const rolesOf = (people: readonly TeamMember[]) =>
  Object.fromEntries(people.map((one) => [idOf(one), { role: one.team.role }]))

/** The rows as they will be; who is added is shown once the service has answered. */
export const changed = (data: Pages, { remove = [], memberships = {} }: Change): Pages =>
  withRows(data, (rows) =>
    rows
      .filter((row) => !remove.includes(idOf(row)))
      .map((row) => {
        const role = memberships[idOf(row)]?.role
        return role === undefined ? row : { ...row, team: { role } }
      }),
  )

/** Who is in a team: added, taken out, owner or member, one or many by one request each, and taken back. */
export function useTeamPeople(params: TeamPlace, title: string) {
  const changing = useApi(api.teamMembers.updateAll, {
    ...optimistic(teamMembersQuery(params), (data, { body }) => changed(data, body ?? {})),
    meta: { refused: `${words.quoted(title)} stays as it was` },
  })
  const adding = useApi(api.teamMembers.updateAll, { meta: { shown: 'in-form' } })
  return {
    setRole: (people: readonly TeamMember[], role: TeamRole) => {
      const others = people.filter(({ team }) => team.role !== role)
      if (others.length === 0) return
      const memberships = Object.fromEntries(others.map((one) => [idOf(one), { role }]))
      const undo = () => changing.mutate({ params, body: { memberships: rolesOf(others) } })
      const names = namesOf(others)
      const said = `${peopleOf(names)} ${names.length === 1 ? 'is' : 'are'} now ${teamRoleNames[role].toLowerCase()}`
      changing.mutate({ params, body: { memberships } }, { onSuccess: () => void toast.undoable(said, undo) })
    },
    remove: (people: readonly TeamMember[]) => {
      const ids = people.map(idOf)
      const undo = () => changing.mutate({ params, body: { add: ids, memberships: rolesOf(people) } })
      const said = `Took ${peopleOf(namesOf(people))} out of ${words.quoted(title)}`
      changing.mutate(
        { params, body: { remove: ids } },
        { onSuccess: () => void toast.undoable(said, undo, { icon: UserMinus }) },
      )
    },
    adding,
    add: (people: readonly Picked[], role: TeamRole, onDone: () => void) => {
      const add = people.map(({ id }) => id)
      const owners = Object.fromEntries(add.map((id) => [id, { role }]))
      adding.mutate(
        { params, body: { add, ...(role === 'owner' ? { memberships: owners } : {}) } },
        {
          onSuccess: () => {
            toast.done(`Added ${peopleOf(people.map(({ name }) => name))} to ${words.quoted(title)}`, {
              icon: UserPlus,
            })
            onDone()
          },
        },
      )
    },
  }
}
export type TeamPeople = ReturnType<typeof useTeamPeople>
