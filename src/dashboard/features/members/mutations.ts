import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut, Mail, UserCheck, UserMinus, UserX } from 'lucide-react'
import { useRef } from 'react'
import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import { confirm } from '#dashboard/components/confirm-store.ts'
import { callApi, useApi } from '#dashboard/data/api.ts'
import { changeCachedObject } from '#dashboard/data/optimistic.ts'
import { errorMessage } from '#dashboard/data/query-client.ts'
import { emailError } from '#dashboard/lib/email-addresses.ts'
import { formatNames, formatPeople, labels } from '#dashboard/lib/labels.ts'
import { type MemberRole, memberRoleOf, roleNames, roleOf } from '#dashboard/lib/role-labels.ts'
import { toast } from '#dashboard/lib/toast.ts'
import { type InviteResult, resultsOf } from './invite-results.ts'

type Change = { role?: Member['role']; disabled?: boolean }
type Organization = { readonly id: string; readonly title: string }
type More = {
  /** Before the lists are read again, such as to leave the page of who is gone. */
  onRemoved?: () => unknown
  /** The link of a pending member, where the service sends no mail. */
  onLink?: (member: Member, url: string) => void
}

const nameOf = (member: Member): string => member.user.displayName
const namesOfAll = (members: readonly Member[]) => members.map(nameOf)

/** What admins do with members: each change is shown at once, and roles and suspensions can be taken back. */
export function useMemberActs({ id: organizationId, title }: Organization, more: More = {}) {
  const { update, names, paramsOf } = useUpdates(organizationId)
  const deleting = useApi(api.members.delete, {
    meta: { refused: ({ params }) => `${names.get(params.userId)} stays a member` },
    onSuccess: () => more.onRemoved?.(),
  })
  const setDisabled = async (members: readonly Member[], disabled: boolean) => {
    const changed = await update(members, () => ({ disabled }))
    if (changed.length === 0) return
    toast.undoable(
      `${disabled ? 'Suspended' : 'Reinstated'} ${formatPeople(namesOfAll(changed))}`,
      () => void update(changed, () => ({ disabled: !disabled })),
      { icon: disabled ? UserX : UserCheck },
    )
  }
  return {
    setRole: async (members: readonly Member[], role: MemberRole) => {
      const before = new Map(members.map((member) => [member.id, member.role]))
      const changed = await update(
        members.filter((member) => memberRoleOf(member.role) !== role),
        () => ({ role: roleOf(role) }),
      )
      if (changed.length === 0) return
      toast.undoable(
        `${formatPeople(namesOfAll(changed))} ${changed.length === 1 ? 'is' : 'are'} now ${roleNames[role]}`,
        () => void update(changed, ({ id }) => ({ role: before.get(id) ?? null })),
      )
    },
    suspend: (members: readonly Member[]) => setDisabled(members, true),
    reinstate: (members: readonly Member[]) => setDisabled(members, false),
    /** Asks first, since nothing brings the roles and teams of somebody back. Answers whether all are gone. */
    remove: async (members: readonly Member[]): Promise<boolean> => {
      if (!(await confirm(removalQuestion(namesOfAll(members), title)))) return false
      for (const member of members) names.set(member.id, nameOf(member))
      const ends = await Promise.allSettled(
        members.map((member) => deleting.mutateAsync({ params: paramsOf(member), ifMatch: member.version })),
      )
      const gone = members.filter((_, at) => ends[at]?.status === 'fulfilled')
      if (gone.length > 0) toast.done(`Removed ${formatPeople(namesOfAll(gone))}`, { icon: UserMinus })
      return gone.length === members.length
    },
    ...useReach({ names, paramsOf, onLink: more.onLink }),
  }
}
export type MemberActs = ReturnType<typeof useMemberActs>

type Reach = {
  names: Map<string, string>
  paramsOf: (member: Member) => { organizationId: string; userId: string }
  onLink: More['onLink'] | undefined
}

/** Signing somebody out, and calling somebody in who has not come yet. */
function useReach({ names, paramsOf, onLink }: Reach) {
  const signingOut = useApi(api.members.signOut, {
    meta: { refused: ({ params }) => `${names.get(params.userId)} stays signed in` },
  })
  const resending = useApi(api.members.resendInvite, { meta: { refused: 'Nothing was sent' } })

  return {
    signOut: (member: Member) => {
      names.set(member.id, nameOf(member))
      const onSuccess = () =>
        void toast.done(`Signed ${nameOf(member)} out of every browser`, { icon: LogOut })
      signingOut.mutate({ params: paramsOf(member) }, { onSuccess })
    },
    resend: (member: Member) =>
      resending.mutate(
        { params: paramsOf(member) },
        {
          onSuccess: ({ url }) => {
            if (url) onLink?.(member, url)
            else toast.done(`Sent ${nameOf(member)} the invitation again`, { icon: Mail })
          },
        },
      ),
  }
}

/** Writes to members, one after the other; answers those that were changed, as the service has them now. */
function useUpdates(organizationId: string) {
  const client = useQueryClient()
  const names = useRef(new Map<string, string>()).current
  const paramsOf = ({ id }: Member) => ({ organizationId, userId: id })
  const updating = useApi(api.members.update, {
    meta: { refused: ({ params }) => `${names.get(params.userId)} stays as they were` },
    onMutate: ({ params, body }) =>
      changeCachedObject<Member>(client, api.members, params.userId, (member) => ({
        ...member,
        ...without(body ?? {}),
      })),
    onError: (_error, _input, restore) => restore?.(),
    onSuccess: (now) => changeCachedObject(client, api.members, now.id, () => now),
  })
  const update = async (members: readonly Member[], change: (member: Member) => Change) => {
    for (const member of members) names.set(member.id, nameOf(member))
    const ends = await Promise.allSettled(
      members.map((member) =>
        updating.mutateAsync({ params: paramsOf(member), body: change(member), ifMatch: member.version }),
      ),
    )
    return ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []))
  }
  return { update, names, paramsOf }
}

/** Without members that are not given, so that they overwrite nothing. */
function without({
  role,
  disabled,
}: {
  role?: Change['role'] | undefined
  disabled?: boolean | undefined
}): Change {
  return { ...(role === undefined ? {} : { role }), ...(disabled === undefined ? {} : { disabled }) }
}

const removalQuestion = (names: readonly string[], organization: string) => ({
  title: `Remove ${formatPeople(names)} from ${organization}?`,
  description: `${formatNames(names)} ${names.length === 1 ? 'loses' : 'lose'} every role and team here, at once. What they wrote stays. This cannot be undone.`,
  act: `Remove ${formatPeople(names)}`,
  danger: true,
})

type Inviting = {
  readonly typed: readonly string[]
  readonly role: MemberRole
  readonly team: { readonly id: string; readonly title: string } | undefined
}

const MAX_MEMBERS = 100

/** Invites people by address, puts them into a team where one was chosen, and tells what became of each. */
export function useInviting(organizationId: string, onDone: (results: InviteResult[]) => void) {
  const params = { organizationId }
  return useMutation<InviteResult[], Error, Inviting>({
    mutationFn: async ({ typed, role, team }) => {
      const emails = typed.filter((one) => emailError(one) === undefined)
      const answer = await callApi(api.organizationInvites.send, {
        params,
        body: { emails, role: roleOf(role) },
      })
      if (team && answer.users.length > 0) {
        await callApi(api.teamMembers.updateAll, {
          params: { ...params, teamId: team.id },
          body: { add: answer.users },
        }).catch((error: unknown) =>
          toast.refused(`Nobody was added to ${labels.quoted(team.title)}`, { reason: errorMessage(error) }),
        )
      }
      const newest = await callApi(api.members.list, { params, query: { limit: MAX_MEMBERS } })
        .then(({ items }) => items)
        .catch(() => undefined)
      return resultsOf(typed, answer, newest)
    },
    meta: { resource: 'organizationInvites', shown: 'in-form' },
    onSuccess: onDone,
  })
}

/** Asks an admin who gives up being one, since only another admin can give it back. */
export async function askBeforeStepDown(
  me: Member,
  role: MemberRole,
  organization: string,
): Promise<boolean> {
  if (me.role !== 'admin' || role === 'admin') return true
  return confirm({
    title: `Give up being admin of ${organization}?`,
    description:
      'You lose the settings and the list of invite links at once. Only another admin can undo it.',
    act: `Become ${roleNames[role]}`,
    keep: 'Stay admin',
    danger: true,
  })
}
