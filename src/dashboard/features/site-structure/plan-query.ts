import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { q, qPages } from '../../lib/api.ts'
import type { SitePlace } from './parts.ts'

const paramsOf = ({ organizationId, siteId }: SitePlace) => ({ organizationId, siteId })

/** What is planned for a site, with the structure it leads to. */
export const planQuery = (site: SitePlace) => q(api.sitePlans.get, { params: paramsOf(site) })

/** What became of a site, newest first. */
export const historyQuery = (site: SitePlace) =>
  qPages(api.siteHistory.list, { params: paramsOf(site), query: { limit: 50 } })

/** One earlier structure, compared with that of now. */
export const entryQuery = (site: SitePlace, historyEntryId: string) =>
  q(api.siteHistory.get, { params: { ...paramsOf(site), historyEntryId } })

/** Shows the planned structure otherwise. */
export function showPlanned(
  client: QueryClient,
  site: SitePlace,
  change: (structure: SiteStructure) => SiteStructure,
): void {
  client.setQueryData(
    planQuery(site).queryKey,
    (plan) => plan && { ...plan, structure: change(plan.structure) },
  )
}
