import type { SiteRedirect } from '#contract/site-redirects.ts'
import type { Urls } from '../../urls.ts'
import type { RedirectRow } from './queries.ts'

/** A redirect as the API represents it. */
export const presentRedirect = (row: RedirectRow, urls: Urls): SiteRedirect => ({
  object: 'site-redirect',
  id: row.id,
  source: row.source,
  destination: row.destination,
  draft: row.draft,
  captureWildcard: row.captureWildcard,
  permanent: row.permanent,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  urls: { location: urls.location('orgs', row.organizationId, 'sites', row.siteId, 'redirects', row.id) },
  version: row.version,
})
