import { z } from 'zod'
import { api } from '#contract/api.ts'
import { MAX_DOMAINS } from '#contract/verified-domains.ts'
import { q, qPages } from '../../data/api.ts'

/** The domains of an organization; all of them fit on one page. */
export const domainsQuery = (organizationId: string) =>
  qPages(api.verifiedDomains.list, { params: { organizationId }, query: { limit: MAX_DOMAINS } })

/** The active single sign-on providers of an organization. */
export const loginsQuery = (organizationId: string) =>
  q(api.samlProviders.logins, { params: { organizationId } })

/** The search parameters of the list of domains: the open dialog. */
export const domainsSearch = z.object({
  dialog: z.literal('new').optional().catch(undefined),
  /** The domain that is open. */
  domain: z.coerce.string().optional().catch(undefined),
})
export type DomainsSearch = z.infer<typeof domainsSearch>
