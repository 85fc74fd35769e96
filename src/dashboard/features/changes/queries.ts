import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'
import type { ChangesSearch, OrganizationChangesSearch } from './search-params.ts'

/** Merges params into the current ones; an undefined value removes the param. */
export type OnSearch = (change: Partial<ChangesSearch>, options?: { replace?: boolean }) => void

/** The status to list; `open` by default. */
export const statusOf = ({ status = 'open' }: Pick<ChangesSearch, 'status'>) => status

export type OnOrganizationSearch = (change: Partial<OrganizationChangesSearch>) => void

const PAGE_SIZE = 100
const MAX_SPACES = 1000

const byCreator = ({ creator }: Pick<ChangesSearch, 'creator'>) => (creator === undefined ? {} : { creator })

/** Filtered change requests of a space, last updated first. */
export const changesQuery = (spaceId: string, search: ChangesSearch) =>
  qPages(api.changeRequests.list, {
    params: { spaceId },
    query: { limit: PAGE_SIZE, status: [statusOf(search)], ...byCreator(search) },
  })

const DAY_MS = 86_400_000

/** The start of a day in UTC, so that the list is the same read all day. */
const daysAgo = (days: number): string =>
  new Date((Math.floor(Date.now() / DAY_MS) - days) * DAY_MS).toISOString()

/** Filtered change requests of all spaces the caller can see. */
export const organizationChangesQuery = (organizationId: string, search: OrganizationChangesSearch) =>
  qPages(api.changeRequests.listInOrganization, {
    params: { organizationId },
    query: {
      limit: PAGE_SIZE,
      status: [statusOf(search)],
      ...byCreator(search),
      ...(search.reviewer === undefined ? {} : { requestedReviewer: search.reviewer }),
      ...(search.contributor === undefined ? {} : { contributor: search.contributor }),
      ...(search.space === undefined ? {} : { space: search.space }),
      ...(search.inactive === undefined
        ? {}
        : { inactiveSince: daysAgo(Number.parseInt(search.inactive, 10)) }),
    },
  })

/** The spaces, for their titles. */
export const spacesQuery = (organizationId: string) =>
  q(api.spaces.list, { params: { organizationId }, query: { limit: MAX_SPACES } })
