import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { Trash2, UserMinus, UserPlus } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { List } from '#contract/shared/paging.ts'
import type { TeamMember } from '#contract/team-members.ts'
import type { Team, TeamRole } from '#contract/teams.ts'
import { confirm } from '../../components/confirm.tsx'
import type { PickedMember } from '../../components/member-picker.tsx'
import { useApi } from '../../data/api.ts'
import { changeCachedObject, optimistic, updateCachedObject, withItems } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { formatPeople, labels, pluralize } from '../../lib/labels.ts'
import { teamRoleNames } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'
import { type TeamParams, teamMembersQuery } from './queries.ts'

/** Renames and deletes teams. */
export function useTeamActions(organizationId: string, { onDeleted }: { onDeleted?: () => unknown } = {}) {
  const client = useQueryClient()
  const renameMutation = useApi(api.teams.update, {
    meta: { refused: 'Couldn’t rename the team' },
    onMutate: ({ params, body }) =>
      changeCachedObject<Team>(client, api.teams, params.teamId, (team) => ({ ...team, title: body.title })),
    onSuccess: (renamed) => updateCachedObject(client, api.teams, renamed),
  })
  const deletion = useApi(api.teams.delete, {
    meta: { refused: 'Couldn’t delete the team' },
    onSuccess: () => onDeleted?.(),
  })
  const paramsOf = ({ id }: Team) => ({ organizationId, teamId: id })
  const rename = (team: Team, title: string) =>
    renameMutation.mutate(
      { params: paramsOf(team), body: { title }, ifMatch: team.version },
      {
        onSuccess: (renamed) =>
          offerUndo(`Renamed ${labels.quoted(team.title)} to ${labels.quoted(renamed.title)}`, () =>
            renameMutation.mutate({
              params: paramsOf(team),
              body: { title: team.title },
              ifMatch: renamed.version,
            }),
          ),
      },
    )
  return {
    rename,
    /** Asks first, because the roles of a deleted team cannot be restored. */
    remove: async (team: Team) => {
      if (!(await confirm(deletionQuestion(team)))) return
      try {
        await deletion.mutateAsync({ params: paramsOf(team), ifMatch: team.version })
      } catch {
        return
      }
      toast.done(`Deleted ${labels.quoted(team.title)}`, { icon: Trash2 })
    },
  }
}

function deletionQuestion({ title, members, spaces }: Team) {
  const loss =
    members === 1
      ? '1 person loses their membership'
      : `${pluralize(members, 'person', 'people')} lose their membership`
  const lostRoles = spaces > 0 ? `, and the team’s roles on ${pluralize(spaces, 'space')} are removed` : ''
  const remainNote = members === 0 ? '' : ' They stay members of the organization.'
  return {
    title: `Delete the team ${labels.quoted(title)}?`,
    description: `${members === 0 ? 'It has no members' : loss}${lostRoles}.${remainNote} This can’t be undone.`,
    action: `Delete ${title}`,
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
  Object.fromEntries(people.map((member) => [idOf(member), { role: member.team.role }]))

/** The rows after a change. Added members appear once the API has answered. */
export const withChanges = (data: Pages, { remove = [], memberships = {} }: Change): Pages =>
  withItems(data, (rows) =>
    rows
      .filter((row) => !remove.includes(idOf(row)))
      .map((row) => {
        const role = memberships[idOf(row)]?.role
        return role === undefined ? row : { ...row, team: { role } }
      }),
  )

/** Adds members to a team, removes them and changes their team role, with one request for all of them. */
export function useTeamMembers(params: TeamParams, title: string) {
  const update = useApi(api.teamMembers.updateAll, {
    ...optimistic(teamMembersQuery(params), (data, { body }) => withChanges(data, body ?? {})),
    meta: { refused: `Couldn’t change the members of ${labels.quoted(title)}` },
  })
  const addition = useApi(api.teamMembers.updateAll, { meta: { shown: 'in-form' } })
  return {
    setRole: (people: readonly TeamMember[], role: TeamRole) => {
      const changedMembers = people.filter(({ team }) => team.role !== role)
      if (changedMembers.length === 0) return
      const memberships = Object.fromEntries(changedMembers.map((member) => [idOf(member), { role }]))
      const undo = () => update.mutate({ params, body: { memberships: rolesOf(changedMembers) } })
      const names = namesOf(changedMembers)
      const message = `Changed the role of ${formatPeople(names)} to ${teamRoleNames[role]}`
      update.mutate({ params, body: { memberships } }, { onSuccess: () => offerUndo(message, undo) })
    },
    remove: (people: readonly TeamMember[]) => {
      const ids = people.map(idOf)
      const undo = () => update.mutate({ params, body: { add: ids, memberships: rolesOf(people) } })
      const message = `Removed ${formatPeople(namesOf(people))} from ${labels.quoted(title)}`
      update.mutate(
        { params, body: { remove: ids } },
        { onSuccess: () => offerUndo(message, undo, { icon: UserMinus }) },
      )
    },
    addition,
    add: (people: readonly PickedMember[], role: TeamRole, onDone: () => void) => {
      const add = people.map(({ id }) => id)
      const owners = Object.fromEntries(add.map((id) => [id, { role }]))
      addition.mutate(
        { params, body: { add, ...(role === 'owner' ? { memberships: owners } : {}) } },
        {
          onSuccess: () => {
            offerUndo(
              `Added ${formatPeople(people.map(({ name }) => name))} to ${labels.quoted(title)}`,
              () => update.mutate({ params, body: { remove: add } }),
              { icon: UserPlus },
            )
            onDone()
          },
        },
      )
    },
  }
}
export type TeamMembers = ReturnType<typeof useTeamMembers>
