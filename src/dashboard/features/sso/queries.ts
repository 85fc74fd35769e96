import { api } from '#contract/api.ts'
import { MAX_SAML_PROVIDERS } from '#contract/saml-providers.ts'
import { MAX_DOMAINS } from '#contract/verified-domains.ts'
import { q, qPages } from '../../data/api.ts'

/** The SAML providers of an organization; all of them fit on one page. */
export const samlProvidersQuery = (organizationId: string) =>
  qPages(api.samlProviders.list, { params: { organizationId }, query: { limit: MAX_SAML_PROVIDERS } })

export type SamlParams = { readonly organizationId: string; readonly samlProviderId: string }

export const samlProviderQuery = (params: SamlParams) => q(api.samlProviders.get, { params })

/** The result of a test. */
export const testQuery = (organizationId: string, testId: string) =>
  q(api.sso.getTest, { params: { organizationId, testId } })

/** How often the result of a test is read while the provider has not answered. */
export const TEST_INTERVAL_MS = 2000

/** The admins of an organization, who can keep a password. */
export const adminsQuery = (organizationId: string) =>
  q(api.members.list, {
    params: { organizationId },
    query: { role: 'admin', disabled: false, sort: 'name', order: 'asc', limit: 100 },
  })

export const teamsQuery = (organizationId: string) =>
  q(api.teams.list, { params: { organizationId }, query: { limit: 1000 } })

/** The domains of an organization, which decide who can sign in for the first time. */
export const domainsQuery = (organizationId: string) =>
  q(api.verifiedDomains.list, { params: { organizationId }, query: { limit: MAX_DOMAINS } })
