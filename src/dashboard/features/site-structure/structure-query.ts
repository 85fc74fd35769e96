import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { q } from '../../lib/api.ts'
import type { SitePlace } from './parts.ts'

/** The whole structure of a site; a site is small enough to be read at once. */
export const structureQuery = (site: SitePlace) =>
  q(api.siteStructure.get, { params: { organizationId: site.organizationId, siteId: site.siteId } })

/** Shows the structure otherwise; what answers null stays as it is. */
export function showStructure(
  client: QueryClient,
  site: SitePlace,
  change: (structure: SiteStructure) => SiteStructure | null,
): void {
  const { queryKey } = structureQuery(site)
  client.setQueryData(queryKey, (now) => now && (change(now) ?? now))
}
