import { api } from '#contract/api.ts'
import { qPages } from '../../data/api.ts'

const perPage = 100

export const invitesQuery = (organizationId: string) =>
  qPages(api.organizationInvites.list, { params: { organizationId }, query: { limit: perPage } })
