import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'
import { endOfDay, startOfDay } from '../../lib/labels.ts'
import type { MembersSearch } from './search-params.ts'

const perPage = 100

export type MemberParams = { readonly organizationId: string; readonly userId: string }

export const memberQuery = (params: MemberParams) => q(api.members.get, { params })

/** The members that match the search params, in their order. */
export const membersQuery = (organizationId: string, search: MembersSearch) =>
  qPages(api.members.list, {
    params: { organizationId },
    query: { limit: perPage, ...orderOf(search), ...filterOf(search) },
  })

function filterOf({ search, role, state, secondFactor, email, seenAfter, seenBefore }: MembersSearch) {
  return {
    ...(search ? { search } : {}),
    ...(role === undefined ? {} : { role }),
    ...(state === undefined ? {} : { disabled: state === 'suspended' }),
    ...(secondFactor === undefined ? {} : { secondFactor: secondFactor === 'on' }),
    ...(email === undefined ? {} : { undeliverable: email === 'rejected' }),
    ...(seenAfter === undefined ? {} : { lastSeenAfter: endOfDay(seenAfter) }),
    ...(seenBefore === undefined ? {} : { lastSeenBefore: startOfDay(seenBefore) }),
  }
}

/** Turns all filters and the order off. */
export const noMemberFilter = {
  search: undefined,
  role: undefined,
  state: undefined,
  secondFactor: undefined,
  email: undefined,
  seenAfter: undefined,
  seenBefore: undefined,
  sort: undefined,
} satisfies Partial<MembersSearch>

/** Whether a filter other than the text is on. */
export const isMemberFilterOn = (search: MembersSearch): boolean =>
  Object.keys(filterOf({ ...search, search: undefined })).length > 0

/** Two admins are enough to know whether someone is the last one. */
export const adminsQuery = (organizationId: string) =>
  q(api.members.list, { params: { organizationId }, query: { role: 'admin', limit: 2 } })

export const memberSpacesQuery = (params: MemberParams) =>
  qPages(api.members.listSpaces, { params, query: { limit: perPage, order: 'asc' } })

export const memberSitesQuery = (params: MemberParams) =>
  qPages(api.members.listSites, { params, query: { limit: perPage, order: 'asc' } })

export const memberTeamsQuery = (params: MemberParams) =>
  qPages(api.members.listTeams, { params, query: { limit: perPage } })

export const memberGrantsQuery = (params: MemberParams) =>
  qPages(api.members.listGrants, { params, query: { limit: perPage } })

export const memberBrowsersQuery = (params: MemberParams) =>
  qPages(api.members.listBrowsers, { params, query: { limit: perPage } })

export const memberAccessQuery = (params: MemberParams) => q(api.members.access, { params })

export type MemberSort = NonNullable<MembersSearch['sort']>

/** Changes some search params; undefined removes a param. */
export type OnSearch = (change: Partial<MembersSearch>, options?: { replace?: boolean }) => void

/** The sort order with its defaults. */
export const orderOf = ({ sort = 'joinedAt', order }: MembersSearch) => ({
  sort,
  order: order ?? firstOrder(sort),
})

/** Names sort from A to Z, dates from the latest. */
export const firstOrder = (sort: MemberSort): 'asc' | 'desc' => (sort === 'name' ? 'asc' : 'desc')
