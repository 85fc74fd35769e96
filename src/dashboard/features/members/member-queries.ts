import { api } from '#contract/api.ts'
import { q, qPages } from '../../lib/api.ts'
import { type MembersSearch, orderOf } from './members-search.ts'

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
