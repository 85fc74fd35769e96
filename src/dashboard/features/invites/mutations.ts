import type { InfiniteData } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Invite } from '#contract/organization-invites.ts'
import type { Organization } from '#contract/organizations.ts'
import type { List } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { confirm } from '../../components/confirm.tsx'
import { useApi } from '../../data/api.ts'
import { optimistic, withItems } from '../../data/optimistic.ts'
import { offerUndo } from '../../data/undo.ts'
import { roleNames } from '../../lib/role-labels.ts'
import { toast } from '../../lib/toast.ts'
import { inviteTarget, withRole } from './labels.ts'
import { invitesQuery } from './queries.ts'

type Pages = InfiniteData<List<Invite>>

/** Changes the role that a link grants, and revokes links. */
export function useInviteActions({ id: organizationId, title }: Organization) {
  const list = invitesQuery(organizationId)
  const updateMutation = useApi(api.organizationInvites.update, {
    ...optimistic(list, (data: Pages, { params, body }) => {
      const role = body?.role ?? body?.level
      return withItems(data, (rows) =>
        rows.map((one) => (one.id === params.inviteId && role ? withRole(one, role) : one)),
      )
    }),
    meta: { refused: 'Couldn’t change the role of the link' },
  })
  const revocation = useApi(api.organizationInvites.delete, {
    ...optimistic(list, (data: Pages, { params }) =>
      withItems(data, (rows) => rows.filter(({ id }) => id !== params.inviteId)),
    ),
    meta: { refused: 'Couldn’t revoke the link' },
  })
  const saveRole = (invite: Invite, role: Role) =>
    updateMutation.mutateAsync({
      params: { organizationId, inviteId: invite.id },
      body: 'role' in invite ? { role } : { level: role },
    })
  return {
    setRole: async (invite: Invite, role: Role) => {
      const before = inviteTarget(invite, title)
      try {
        await saveRole(invite, role)
      } catch {
        return
      }
      offerUndo(
        `Changed the role of the link to ${roleNames[role]}`,
        () => void saveRole(invite, before.role).catch(() => undefined),
      )
    },
    /** Asks first, because a revoked link cannot be restored. */
    revoke: async (invite: Invite) => {
      const to = inviteTarget(invite, title)
      if (!(await confirm(revocationQuestion(to.title)))) return
      revocation.mutate(
        { params: { organizationId, inviteId: invite.id } },
        { onSuccess: () => void toast.done(`Revoked the link to ${to.title}`, { icon: Link2Off }) },
      )
    },
  }
}

const revocationQuestion = (title: string) => ({
  title: `Revoke the link to ${title}?`,
  description:
    'It stops working right away. People who already joined keep their access. This can’t be undone.',
  action: 'Revoke link',
  danger: true,
})
