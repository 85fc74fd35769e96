import { useQueryClient } from '@tanstack/react-query'
import { LogOut, Mail, UserCheck, UserMinus, UserX } from 'lucide-react'
import { useRef } from 'react'
import { api } from '#contract/api.ts'
import type { Member } from '#contract/members.ts'
import { confirm } from '../../components/confirm-store.ts'
import { useApi } from '../../lib/api.ts'
import { namesOf, peopleOf } from '../../lib/namings.ts'
import { type MemberRole, memberRoleOf, roleNames, roleOf } from '../../lib/role-words.ts'
import { changeShown } from '../../lib/shown.ts'
import { toast } from '../../lib/toasts.ts'

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
      `${disabled ? 'Suspended' : 'Reinstated'} ${peopleOf(namesOfAll(changed))}`,
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
        `${peopleOf(namesOfAll(changed))} ${changed.length === 1 ? 'is' : 'are'} now ${roleNames[role]}`,
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
      if (gone.length > 0) toast.done(`Removed ${peopleOf(namesOfAll(gone))}`, { icon: UserMinus })
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
      changeShown<Member>(client, api.members, params.userId, (member) => ({
        ...member,
        ...without(body ?? {}),
      })),
    onError: (_error, _input, restore) => restore?.(),
    onSuccess: (now) => changeShown(client, api.members, now.id, () => now),
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
  title: `Remove ${peopleOf(names)} from ${organization}?`,
  description: `${namesOf(names)} ${names.length === 1 ? 'loses' : 'lose'} every role and team here, at once. What they wrote stays. This cannot be undone.`,
  act: `Remove ${peopleOf(names)}`,
  danger: true,
})
