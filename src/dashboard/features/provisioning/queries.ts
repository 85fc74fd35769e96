import { api } from '#contract/api.ts'
import { qPages } from '../../data/api.ts'

/** The provisioning tokens of an organization. */
export const scimTokensQuery = (organizationId: string) =>
  qPages(api.scimTokens.list, { params: { organizationId } })
