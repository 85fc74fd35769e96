import { api } from '#contract/api.ts'
import { q, qPages } from '../../lib/api.ts'
import { type ChangesSearch, type OrganizationChangesSearch, statusIn } from './changes-search.ts'

const perPage = 100
const most = 1000

const byCreator = ({ creator }: Pick<ChangesSearch, 'creator'>) => (creator === undefined ? {} : { creator })

/** The change requests of a space that the filter of the address lets through, the last changed first. */
export const changesQuery = (spaceId: string, search: ChangesSearch) =>
  qPages(api.changeRequests.list, {
    params: { spaceId },
    query: { limit: perPage, status: [statusIn(search)], ...byCreator(search) },
  })

/** The same over all spaces of an organization that the caller may see. */
export const organizationChangesQuery = (organizationId: string, search: OrganizationChangesSearch) =>
  qPages(api.changeRequests.listInOrganization, {
    params: { organizationId },
    query: {
      limit: perPage,
      status: [statusIn(search)],
      ...byCreator(search),
      ...(search.reviewer === undefined ? {} : { requestedReviewer: search.reviewer }),
      ...(search.contributor === undefined ? {} : { contributor: search.contributor }),
      ...(search.space === undefined ? {} : { space: search.space }),
    },
  })

/** The spaces by which the requests are named. */
export const spacesQuery = (organizationId: string) =>
  q(api.spaces.list, { params: { organizationId }, query: { limit: most } })
