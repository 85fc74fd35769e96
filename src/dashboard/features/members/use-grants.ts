import type { InfiniteData } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { Member, MemberGrant } from '#contract/members.ts'
import type { List } from '#contract/shared/paging.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { optimistic, useApi } from '../../lib/api.ts'
import { type Granted, paramsOf, permissionsOf } from '../../lib/granted.ts'
import { withRows } from '../../lib/shown.ts'
import { toast } from '../../lib/toasts.ts'
import { words } from '../../lib/words.ts'
import { memberGrantsQuery } from './member-queries.ts'

type Pages = InfiniteData<List<MemberGrant>>

const withRole = (data: Pages, id: string, role: Role | null): Pages =>
  withRows(data, (grants) => grants.map((one) => (one.on.id === id ? { ...one, role } : one)))

const withoutGrant = (data: Pages, id: string): Pages =>
  withRows(data, (grants) => grants.filter(({ on }) => on.id !== id))

type Params = { readonly spaceId: string } | { readonly collectionId: string } | { readonly siteId: string }

const idIn = (params: Params): string => {
  if ('spaceId' in params) return params.spaceId
  return 'siteId' in params ? params.siteId : params.collectionId
}

/** Roles given to somebody on spaces, collections and sites: changed, taken away, and given back. */
export function useGrants(organizationId: string, { id: userId, user }: Member) {
  const given = {
    space: useGrantsOn('space', { organizationId, userId, name: user.displayName }),
    collection: useGrantsOn('collection', { organizationId, userId, name: user.displayName }),
    site: useGrantsOn('site', { organizationId, userId, name: user.displayName }),
  }
  const at = ({ on }: MemberGrant) => paramsOf({ id: on.id, organizationId })
  return {
    setRole: (grant: MemberGrant, role: Role | null) =>
      given[grant.on.type].change.mutate({ params: { ...at(grant), userId }, body: { role } }),
    remove: (grant: MemberGrant) => {
      const { on, role } = grant
      const giveBack = () =>
        given[on.type].give.mutate({ params: at(grant), body: { users: [userId], role } })
      const title = words.quoted(on.title || words.untitled)
      const onSuccess = () =>
        void toast.undoable(`Took the role on ${title} from ${user.displayName}`, giveBack, { icon: Trash2 })
      given[on.type].take.mutate({ params: { ...at(grant), userId } }, { onSuccess })
    },
  }
}

type Holder = { readonly organizationId: string; readonly userId: string; readonly name: string }

function useGrantsOn(kind: Granted['kind'], { organizationId, userId, name }: Holder) {
  const routes = permissionsOf({ kind })
  const grants = memberGrantsQuery({ organizationId, userId })
  const refused = { meta: { refused: `The role of ${name} stays` } }
  return {
    change: useApi(routes.updateUser, {
      ...optimistic(grants, (data, { params, body }) => withRole(data, idIn(params), body.role)),
      ...refused,
    }),
    take: useApi(routes.removeUser, {
      ...optimistic(grants, (data, { params }) => withoutGrant(data, idIn(params))),
      ...refused,
    }),
    give: useApi(routes.grant),
  }
}
