import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { Trash2, UserMinus, UserPlus } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { List } from '#contract/shared/paging.ts'
import type { TeamMember } from '#contract/team-members.ts'
import type { Team, TeamRole } from '#contract/teams.ts'
import { confirm } from '#dashboard/components/confirm-store.ts'
import type { Picked } from '#dashboard/components/member-picker.tsx'
import { optimistic, useApi } from '#dashboard/data/api.ts'
import { changeCachedObject, withItems } from '#dashboard/data/optimistic.ts'
import { formatPeople, labels, pluralize } from '#dashboard/lib/labels.ts'
import { teamRoleNames } from '#dashboard/lib/role-labels.ts'
import { toast } from '#dashboard/lib/toast.ts'
import { type TeamPlace, teamMembersQuery } from './queries.ts'

/** What is done with a team as a whole: another title, or its end. */
export function useTeamActs(organizationId: string, { onDeleted }: { onDeleted?: () => unknown } = {}) {
  const client = useQueryClient()
  const renaming = useApi(api.teams.update, {
    meta: { refused: 'The team keeps its title' },
    onMutate: ({ params, body }) =>
      changeCachedObject<Team>(client, api.teams, params.teamId, (team) => ({ ...team, title: body.title })),
    onError: (_error, _input, restore) => restore?.(),
    onSuccess: (now) => changeCachedObject(client, api.teams, now.id, () => now),
  })
  const deleting = useApi(api.teams.delete, {
    meta: { refused: 'The team was not deleted' },
    onSuccess: () => onDeleted?.(),
  })
  const paramsOf = ({ id }: Team) => ({ organizationId, teamId: id })
  const rename = (team: Team, title: string) =>
    renaming.mutate(
      { params: paramsOf(team), body: { title }, ifMatch: team.version },
      {
        onSuccess: (now) =>
          void toast.undoable(`Renamed ${labels.quoted(team.title)} to ${labels.quoted(now.title)}`, () =>
            renaming.mutate({ params: paramsOf(team), body: { title: team.title }, ifMatch: now.version }),
          ),
      },
    )
  return {
    rename,
    /** Asks first: the roles that were given to the team do not come back. */
    remove: async (team: Team) => {
      if (!(await confirm(deletionQuestion(team)))) return
      try {
        await deleting.mutateAsync({ params: paramsOf(team), ifMatch: team.version })
      } catch {
        return
      }
      toast.done(`Deleted ${labels.quoted(team.title)}`, { icon: Trash2 })
    },
  }
}
export type TeamActs = ReturnType<typeof useTeamActs>

function deletionQuestion({ title, members, spaces }: Team) {
  const lose =
    members === 1 ? '1 person loses the team' : `${pluralize(members, 'person', 'people')} lose the team`
  const roles = spaces > 0 ? `, and its roles on ${pluralize(spaces, 'space')} go with it` : ''
  const stay = members === 0 ? '' : ' They stay members of the organization.'
  return {
    title: `Delete the team ${labels.quoted(title)}?`,
    description: `${members === 0 ? 'Nobody is in it' : lose}${roles}.${stay} This cannot be undone.`,
    act: `Delete ${title}`,
    danger: true,
  }
}

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
  withItems(data, (rows) =>
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
    meta: { refused: `${labels.quoted(title)} stays as it was` },
  })
  const adding = useApi(api.teamMembers.updateAll, { meta: { shown: 'in-form' } })
  return {
    setRole: (people: readonly TeamMember[], role: TeamRole) => {
      const others = people.filter(({ team }) => team.role !== role)
      if (others.length === 0) return
      const memberships = Object.fromEntries(others.map((one) => [idOf(one), { role }]))
      const undo = () => changing.mutate({ params, body: { memberships: rolesOf(others) } })
      const names = namesOf(others)
      const said = `${formatPeople(names)} ${names.length === 1 ? 'is' : 'are'} now ${teamRoleNames[role].toLowerCase()}`
      changing.mutate({ params, body: { memberships } }, { onSuccess: () => void toast.undoable(said, undo) })
    },
    remove: (people: readonly TeamMember[]) => {
      const ids = people.map(idOf)
      const undo = () => changing.mutate({ params, body: { add: ids, memberships: rolesOf(people) } })
      const said = `Took ${formatPeople(namesOf(people))} out of ${labels.quoted(title)}`
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
            toast.done(`Added ${formatPeople(people.map(({ name }) => name))} to ${labels.quoted(title)}`, {
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
