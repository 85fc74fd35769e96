import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Team } from '#contract/teams.ts'
import { confirm } from '../../components/confirm-store.ts'
import { useApi } from '../../lib/api.ts'
import { changeShown } from '../../lib/shown.ts'
import { toast } from '../../lib/toasts.ts'
import { counted, words } from '../../lib/words.ts'

/** What is done with a team as a whole: another title, or its end. */
export function useTeamActs(organizationId: string, { onDeleted }: { onDeleted?: () => unknown } = {}) {
  const client = useQueryClient()
  const renaming = useApi(api.teams.update, {
    meta: { refused: 'The team keeps its title' },
    onMutate: ({ params, body }) =>
      changeShown<Team>(client, api.teams, params.teamId, (team) => ({ ...team, title: body.title })),
    onError: (_error, _input, restore) => restore?.(),
    onSuccess: (now) => changeShown(client, api.teams, now.id, () => now),
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
          void toast.undoable(`Renamed ${words.quoted(team.title)} to ${words.quoted(now.title)}`, () =>
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
      toast.done(`Deleted ${words.quoted(team.title)}`, { icon: Trash2 })
    },
  }
}
export type TeamActs = ReturnType<typeof useTeamActs>

function deletionQuestion({ title, members, spaces }: Team) {
  const lose =
    members === 1 ? '1 person loses the team' : `${counted(members, 'person', 'people')} lose the team`
  const roles = spaces > 0 ? `, and its roles on ${counted(spaces, 'space')} go with it` : ''
  const stay = members === 0 ? '' : ' They stay members of the organization.'
  return {
    title: `Delete the team ${words.quoted(title)}?`,
    description: `${members === 0 ? 'Nobody is in it' : lose}${roles}.${stay} This cannot be undone.`,
    act: `Delete ${title}`,
    danger: true,
  }
}
