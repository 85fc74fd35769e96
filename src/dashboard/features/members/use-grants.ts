import type { InfiniteData } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { api } from '#contract/api.ts'
import type { Member, MemberGrant } from '#contract/members.ts'
import type { List } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { optimistic, useApi } from '../../lib/api.ts'
import { withRows } from '../../lib/shown.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { memberGrantsQuery } from './member-queries.ts'

type Pages = InfiniteData<List<MemberGrant>>

const withRole = (data: Pages, id: string, role: Role | null): Pages =>
  withRows(data, (grants) => grants.map((one) => (one.on.id === id ? { ...one, role } : one)))

const withoutGrant = (data: Pages, id: string): Pages =>
  withRows(data, (grants) => grants.filter(({ on }) => on.id !== id))

/** Roles given to somebody on spaces and collections: changed, taken away, and given back. */
export function useGrants(organizationId: string, { id: userId, user }: Member) {
  const grants = memberGrantsQuery({ organizationId, userId })
  const refused = { meta: { refused: `The role of ${user.displayName} stays` } }
  const onSpace = useApi(api.spacePermissions.updateUser, {
    ...optimistic(grants, (data, { params, body }) => withRole(data, params.spaceId, body.role)),
    ...refused,
  })
  const onCollection = useApi(api.collectionPermissions.updateUser, {
    ...optimistic(grants, (data, { params, body }) => withRole(data, params.collectionId, body.role)),
    ...refused,
  })
  const offSpace = useApi(api.spacePermissions.removeUser, {
    ...optimistic(grants, (data, { params }) => withoutGrant(data, params.spaceId)),
    ...refused,
  })
  const offCollection = useApi(api.collectionPermissions.removeUser, {
    ...optimistic(grants, (data, { params }) => withoutGrant(data, params.collectionId)),
    ...refused,
  })
  const giveSpace = useApi(api.spacePermissions.grant)
  const giveCollection = useApi(api.collectionPermissions.grant)

  const giveBack = ({ on, role }: MemberGrant) => {
    const body = { users: [userId], role }
    if (on.type === 'space') giveSpace.mutate({ params: { spaceId: on.id }, body })
    else giveCollection.mutate({ params: { collectionId: on.id }, body })
  }
  return {
    setRole: ({ on }: MemberGrant, role: Role | null) => {
      const body = { role }
      if (on.type === 'space') onSpace.mutate({ params: { spaceId: on.id, userId }, body })
      else onCollection.mutate({ params: { collectionId: on.id, userId }, body })
    },
    remove: (grant: MemberGrant) => {
      const { on } = grant
      const onSuccess = () =>
        void toast.undoable(
          `Took the role on ${words.quoted(on.title || words.untitled)} from ${user.displayName}`,
          () => giveBack(grant),
          { icon: Trash2 },
        )
      if (on.type === 'space') offSpace.mutate({ params: { spaceId: on.id, userId } }, { onSuccess })
      else offCollection.mutate({ params: { collectionId: on.id, userId } }, { onSuccess })
    },
  }
}
