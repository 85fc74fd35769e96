import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound, LogOut, Mail, UserCheck, UserMinus, UserX } from 'lucide-react'
import { useRef } from 'react'
import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import { confirm } from '../../components/confirm.tsx'
import { callApi, useApi } from '../../data/api.ts'
import { changeCachedObject, updateCachedObject } from '../../data/optimistic.ts'
import { errorMessage } from '../../data/query-client.ts'
import { offerUndo } from '../../data/undo.ts'
import { emailError } from '../../lib/email-addresses.ts'
import { formatNames, formatPeople, labels } from '../../lib/labels.ts'
import { type MemberRole, memberRoleOf, roleNames, roleOf } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'
import { type InviteResult, inviteResults } from './invite-results.ts'

type MemberChange = { role?: Member['role']; disabled?: boolean }
type Organization = { readonly id: string; readonly title: string }
type Options = {
  /** Runs before lists are refetched, for example to leave the page of a removed member. */
  onRemoved?: () => unknown
  /** Receives the invite link of a pending member if the service sends no email. */
  onLink?: (member: Member, url: string) => void
}

const nameOf = (member: Member): string => member.user.displayName
const namesOfAll = (members: readonly Member[]) => members.map(nameOf)

/** Changes members optimistically. Roles and suspensions can be undone. */
export function useMemberActions({ id: organizationId, title }: Organization, options: Options = {}) {
  const { update, names, paramsOf } = useUpdates(organizationId)
  const deletion = useApi(api.members.delete, {
    meta: { refused: ({ params }) => `Couldn’t remove ${names.get(params.userId)}` },
    onSuccess: () => options.onRemoved?.(),
  })
  const { mark, unmark } = useSsoMark()
  const setSso = async (member: Member, sso: boolean) => {
    const write = (is: boolean) =>
      (is ? mark : unmark).mutateAsync({ params: { organizationId, userId: member.id } })
    try {
      await write(sso)
    } catch {
      return
    }
    const message = sso
      ? `${nameOf(member)} must use single sign-on`
      : `${nameOf(member)} can sign in with a password again`
    offerUndo(message, () => void write(!sso).catch(() => undefined), { icon: KeyRound })
  }
  const setDisabled = async (members: readonly Member[], disabled: boolean) => {
    const changed = await update(members, () => ({ disabled }))
    if (changed.length === 0) return
    offerUndo(
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
      offerUndo(
        `Changed the role of ${formatPeople(namesOfAll(changed))} to ${roleNames[role]}`,
        () => void update(changed, ({ id }) => ({ role: before.get(id) ?? null })),
      )
    },
    setSso,
    suspend: (members: readonly Member[]) => setDisabled(members, true),
    reinstate: (members: readonly Member[]) => setDisabled(members, false),
    /** Asks first, because removed roles and teams cannot be restored. Resolves to whether all members were removed. */
    remove: async (members: readonly Member[]): Promise<boolean> => {
      if (!(await confirm(removalQuestion(namesOfAll(members), title)))) return false
      for (const member of members) names.set(member.id, nameOf(member))
      const results = await Promise.allSettled(
        members.map((member) => deletion.mutateAsync({ params: paramsOf(member), ifMatch: member.version })),
      )
      const removed = members.filter((_, at) => results[at]?.status === 'fulfilled')
      if (removed.length > 0) toast.done(`Removed ${formatPeople(namesOfAll(removed))}`, { icon: UserMinus })
      return removed.length === members.length
    },
    ...useContactActions({ names, paramsOf, onLink: options.onLink }),
  }
}
export type MemberActions = ReturnType<typeof useMemberActions>

type ContactOptions = {
  names: Map<string, string>
  paramsOf: (member: Member) => { organizationId: string; userId: string }
  onLink: Options['onLink'] | undefined
}

/** Signs members out and resends invites. */
function useContactActions({ names, paramsOf, onLink }: ContactOptions) {
  const signOutMutation = useApi(api.members.signOut, {
    meta: { refused: ({ params }) => `Couldn’t sign out ${names.get(params.userId)}` },
  })
  const resendMutation = useApi(api.members.resendInvite, {
    meta: { refused: 'Couldn’t send the invitation' },
  })

  return {
    /** Asks first, because the member may be in the middle of something. */
    signOut: async (member: Member) => {
      const isConfirmed = await confirm({
        title: `Sign ${nameOf(member)} out everywhere?`,
        description:
          'They are signed out of every browser right away and have to sign in again. Their API tokens keep working.',
        action: 'Sign out everywhere',
      })
      if (!isConfirmed) return
      names.set(member.id, nameOf(member))
      const onSuccess = () => void toast.done(`Signed ${nameOf(member)} out everywhere`, { icon: LogOut })
      signOutMutation.mutate({ params: paramsOf(member) }, { onSuccess })
    },
    resend: (member: Member) =>
      resendMutation.mutate(
        { params: paramsOf(member) },
        {
          onSuccess: ({ url }) => {
            if (url) onLink?.(member, url)
            else toast.done(`Resent the invitation to ${nameOf(member)}`, { icon: Mail })
          },
        },
      ),
  }
}

/** Marks members who must use single sign-on. */
function useSsoMark() {
  const client = useQueryClient()
  const options = {
    meta: { refused: 'Couldn’t change the sign-in method' },
    onSuccess: (updated: Member) => updateCachedObject(client, api.members, updated),
  }
  return { mark: useApi(api.members.markSso, options), unmark: useApi(api.members.unmarkSso, options) }
}

/** Updates members and returns those that were changed, as the API returned them. */
function useUpdates(organizationId: string) {
  const client = useQueryClient()
  const names = useRef(new Map<string, string>()).current
  const paramsOf = ({ id }: Member) => ({ organizationId, userId: id })
  const updateMutation = useApi(api.members.update, {
    meta: { refused: ({ params }) => `Couldn’t change ${names.get(params.userId)}` },
    onMutate: ({ params, body }) =>
      changeCachedObject<Member>(client, api.members, params.userId, (member) => ({
        ...member,
        ...definedFields(body ?? {}),
      })),
    onSuccess: (updated) => updateCachedObject(client, api.members, updated),
  })
  const update = async (members: readonly Member[], change: (member: Member) => MemberChange) => {
    for (const member of members) names.set(member.id, nameOf(member))
    const results = await Promise.allSettled(
      members.map((member) =>
        updateMutation.mutateAsync({
          params: paramsOf(member),
          body: change(member),
          ifMatch: member.version,
        }),
      ),
    )
    return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  }
  return { update, names, paramsOf }
}

/** Drops undefined fields, so that a spread overwrites nothing. */
function definedFields({
  role,
  disabled,
}: {
  role?: MemberChange['role'] | undefined
  disabled?: boolean | undefined
}): MemberChange {
  return { ...(role === undefined ? {} : { role }), ...(disabled === undefined ? {} : { disabled }) }
}

const removalQuestion = (names: readonly string[], organization: string) => ({
  title: `Remove ${formatPeople(names)} from ${organization}?`,
  description: `${formatNames(names)} ${names.length === 1 ? 'loses' : 'lose'} all roles and teams here right away. Their content stays. This can’t be undone.`,
  action: `Remove ${formatPeople(names)}`,
  danger: true,
})

type InviteInput = {
  readonly addresses: readonly string[]
  readonly role: MemberRole
  readonly team: { readonly id: string; readonly title: string } | undefined
}

const MAX_MEMBERS = 100

/** Invites people by email, adds them to a team if one is selected, and reports the result for each address. */
export function useInvitePeople(organizationId: string, onDone: (results: InviteResult[]) => void) {
  const params = { organizationId }
  return useMutation<InviteResult[], Error, InviteInput>({
    mutationFn: async ({ addresses, role, team }) => {
      const emails = addresses.filter((email) => emailError(email) === undefined)
      const response = await callApi(api.organizationInvites.send, {
        params,
        body: { emails, role: roleOf(role) },
      })
      if (team && response.users.length > 0) {
        await callApi(api.teamMembers.updateAll, {
          params: { ...params, teamId: team.id },
          body: { add: response.users },
        }).catch((error: unknown) =>
          toast.refused(`Couldn’t add anyone to ${labels.quoted(team.title)}`, {
            reason: errorMessage(error),
          }),
        )
      }
      const latestMembers = await callApi(api.members.list, { params, query: { limit: MAX_MEMBERS } })
        .then(({ items }) => items)
        .catch(() => undefined)
      return inviteResults(addresses, response, latestMembers)
    },
    meta: { resource: 'organizationInvites', shown: 'in-form' },
    onSuccess: onDone,
  })
}

/** Asks admins who give up their own admin role, because only another admin can restore it. */
export async function confirmStepDown(
  member: Member,
  role: MemberRole,
  organization: string,
): Promise<boolean> {
  if (member.role !== 'admin' || role === 'admin') return true
  return confirm({
    title: `Stop being an admin of ${organization}?`,
    description: 'You lose access to settings and invite links right away. Only another admin can undo this.',
    action: `Change my role to ${roleNames[role]}`,
    cancel: 'Cancel',
    danger: true,
  })
}
