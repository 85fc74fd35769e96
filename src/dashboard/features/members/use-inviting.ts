import { useMutation } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import { addressFault } from '../../lib/addresses.ts'
import { ask } from '../../lib/api.ts'
import { reasonOf } from '../../lib/query-client.ts'
import { type MemberRole, roleOf } from '../../lib/role-words.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { type InviteResult, resultsOf } from './invite-results.ts'

export type Inviting = {
  readonly typed: readonly string[]
  readonly role: MemberRole
  readonly team: { readonly id: string; readonly title: string } | undefined
}

const most = 100

/** Invites people by address, puts them into a team where one was chosen, and tells what became of each. */
export function useInviting(organizationId: string, onDone: (results: InviteResult[]) => void) {
  const params = { organizationId }
  return useMutation<InviteResult[], Error, Inviting>({
    mutationFn: async ({ typed, role, team }) => {
      const emails = typed.filter((one) => addressFault(one) === undefined)
      const answer = await ask(api.organizationInvites.send, { params, body: { emails, role: roleOf(role) } })
      if (team && answer.users.length > 0) {
        await ask(api.teamMembers.updateAll, {
          params: { ...params, teamId: team.id },
          body: { add: answer.users },
        }).catch((error: unknown) =>
          toast.refused(`Nobody was added to ${words.quoted(team.title)}`, { reason: reasonOf(error) }),
        )
      }
      const newest = await ask(api.members.list, { params, query: { limit: most } })
        .then(({ items }) => items)
        .catch(() => undefined)
      return resultsOf(typed, answer, newest)
    },
    meta: { resource: 'organizationInvites', shown: 'in-form' },
    onSuccess: onDone,
  })
}
