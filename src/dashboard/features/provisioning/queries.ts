import { z } from 'zod'
import { api } from '#contract/api.ts'
import { qPages } from '../../data/api.ts'

/** The provisioning tokens of an organization. */
export const scimTokensQuery = (organizationId: string) =>
  qPages(api.scimTokens.list, { params: { organizationId } })

/** The search parameters of the page: the open dialog. */
export const provisioningSearch = z.object({ dialog: z.literal('new').optional().catch(undefined) })
export type ProvisioningSearch = z.infer<typeof provisioningSearch>
