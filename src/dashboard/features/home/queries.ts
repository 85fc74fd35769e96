import { api } from '#contract/api.ts'
import { q } from '../../data/api.ts'

const MAX_SPACES = 12
export const MAX_CHANGES = 6

export const homeQueries = (organizationId: string) => ({
  spaces: q(api.spaces.list, {
    params: { organizationId },
    query: { orderBy: 'updatedAt', limit: MAX_SPACES },
  }),
  home: q(api.home.get, { params: { organizationId } }),
  sites: q(api.sites.list, { params: { organizationId } }),
})

/** The open requests for access that the caller can grant. */
export const accessRequestsQuery = (organizationId: string) =>
  q(api.accessRequests.list, { params: { organizationId } })

/** The unfinished change requests that a user created. */
export const ownChangesQuery = (organizationId: string, userId: string) =>
  q(api.changeRequests.listInOrganization, {
    params: { organizationId },
    query: { creator: userId, status: ['draft', 'open'], limit: MAX_CHANGES },
  })
