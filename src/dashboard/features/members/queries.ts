import { z } from 'zod'
import { api } from '#contract/api.ts'
import { q, qPages } from '#dashboard/data/api.ts'
import { memberRoles } from '#dashboard/lib/role-labels.ts'

const perPage = 100

export type MemberPlace = { readonly organizationId: string; readonly userId: string }

export const memberQuery = (params: MemberPlace) => q(api.members.get, { params })

/** The members that the filters of the address let through, in its order. */
export const membersQuery = (organizationId: string, search: MembersSearch) =>
  qPages(api.members.list, {
    params: { organizationId },
    query: { limit: perPage, ...orderOf(search), ...filterOf(search) },
  })

function filterOf({ search, show }: MembersSearch) {
  return {
    ...(search ? { search } : {}),
    ...(show === 'suspended' ? { disabled: true } : show === undefined ? {} : { role: show }),
  }
}

/** Two admins at most: enough to know whether somebody is the last one. */
export const adminsQuery = (organizationId: string) =>
  q(api.members.list, { params: { organizationId }, query: { role: 'admin', limit: 2 } })

export const memberSpacesQuery = (params: MemberPlace) =>
  qPages(api.members.listSpaces, { params, query: { limit: perPage, order: 'asc' } })

export const memberSitesQuery = (params: MemberPlace) =>
  qPages(api.members.listSites, { params, query: { limit: perPage, order: 'asc' } })

export const memberTeamsQuery = (params: MemberPlace) =>
  qPages(api.members.listTeams, { params, query: { limit: perPage } })

export const memberGrantsQuery = (params: MemberPlace) =>
  qPages(api.members.listGrants, { params, query: { limit: perPage } })

export const memberBrowsersQuery = (params: MemberPlace) =>
  qPages(api.members.listBrowsers, { params, query: { limit: perPage } })

export const holdingsQuery = (params: MemberPlace) => q(api.members.holdings, { params })

/** What the address of the list of members says: its filters, its order and the open dialog. */
export const membersSearch = z.object({
  /** Part of the name or the e-mail address. */
  search: z.coerce.string().max(512).optional().catch(undefined),
  show: z
    .enum([...memberRoles, 'suspended'])
    .optional()
    .catch(undefined),
  /** The ones who joined last come first unless said. */
  sort: z.enum(['joinedAt', 'lastSeenAt', 'name']).optional().catch(undefined),
  order: z.enum(['asc', 'desc']).optional().catch(undefined),
  dialog: z.literal('invite').optional().catch(undefined),
})
export type MembersSearch = z.infer<typeof membersSearch>
export type MemberSort = NonNullable<MembersSearch['sort']>

/** Changes some of it; what is undefined leaves the address. */
export type OnSearch = (change: Partial<MembersSearch>, options?: { replace?: boolean }) => void

/** The order in force. */
export const orderOf = ({ sort = 'joinedAt', order }: MembersSearch) => ({
  sort,
  order: order ?? firstOrder(sort),
})

/** Names begin with A, moments with the last one. */
export const firstOrder = (sort: MemberSort): 'asc' | 'desc' => (sort === 'name' ? 'asc' : 'desc')
