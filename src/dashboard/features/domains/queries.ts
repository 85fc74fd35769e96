import { api } from '#contract/api.ts'
import { MAX_DOMAINS } from '#contract/verified-domains.ts'
import { q, qPages } from '../../data/api.ts'

/** The domains of an organization; all of them fit on one page. */
export const domainsQuery = (organizationId: string) =>
  qPages(api.verifiedDomains.list, { params: { organizationId }, query: { limit: MAX_DOMAINS } })

/** The active single sign-on providers of an organization. */
export const loginsQuery = (organizationId: string) =>
  q(api.samlProviders.logins, { params: { organizationId } })
