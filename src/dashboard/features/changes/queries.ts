import { z } from 'zod'
import { api } from '#contract/api.ts'
import { changeRequestStatus } from '#contract/change-requests.ts'
import { id } from '#contract/shared/values.ts'
import { q, qPages } from '../../data/api.ts'

/** Search params of a list of change requests: filters and the open dialog. */
export const changesSearch = z.object({
  status: changeRequestStatus.optional().catch(undefined),
  /** Only requests created by this user. */
  creator: id.optional().catch(undefined),
  dialog: z.literal('new').optional().catch(undefined),
})
export type ChangesSearch = z.infer<typeof changesSearch>

/** Merges params into the current ones; an undefined value removes the param. */
export type OnSearch = (change: Partial<ChangesSearch>, options?: { replace?: boolean }) => void

/** The status to list; `open` by default. */
export const statusOf = ({ status = 'open' }: Pick<ChangesSearch, 'status'>) => status

/** Search params of the list for all spaces. */
export const organizationChangesSearch = changesSearch.omit({ dialog: true }).extend({
  reviewer: id.optional().catch(undefined),
  contributor: id.optional().catch(undefined),
  space: id.optional().catch(undefined),
  /** Lists what waits for the caller and ignores the other filters. */
  filter: z.literal('waiting').optional().catch(undefined),
})
export type OrganizationChangesSearch = z.infer<typeof organizationChangesSearch>

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
    },
  })

/** The spaces, for their titles. */
export const spacesQuery = (organizationId: string) =>
  q(api.spaces.list, { params: { organizationId }, query: { limit: MAX_SPACES } })
