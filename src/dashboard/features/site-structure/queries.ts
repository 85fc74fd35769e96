import type { QueryClient } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { SiteStructure } from '#contract/site-structure.ts'
import { q, qPages } from '../../data/api.ts'
import { updateServerData } from '../../data/optimistic.ts'
import type { StructureSearch } from './search-params.ts'

/** The whole structure of a site; even a large one is small enough for one read. */
export const structureQuery = (params: SiteParams) => q(api.siteStructure.get, { params })

/** The plan of a site, with the structure it results in. */
export const planQuery = (params: SiteParams) => q(api.sitePlans.get, { params })

/** The history of a site, newest first. */
export const historyQuery = (params: SiteParams) =>
  qPages(api.siteHistory.list, { params, query: { limit: 50 } })

/** One earlier structure, compared with the live one. */
export const entryQuery = (params: SiteParams, historyEntryId: string) =>
  q(api.siteHistory.get, { params: { ...params, historyEntryId } })

/** The claims that a site may know about its visitors. */
export const visitorSchemaQuery = (params: SiteParams) => q(api.siteAudience.getSchema, { params })

/** Updates the cached live structure with what the server has; unchanged if `change` returns null. */
export function updateCachedStructure(
  client: QueryClient,
  params: SiteParams,
  change: (structure: SiteStructure) => SiteStructure | null,
): void {
  const { queryKey } = structureQuery(params)
  updateServerData<SiteStructure>(client, { queryKey, exact: true }, (now) => change(now) ?? now)
}

/** Opens a dialog or panel, or closes it with `{}`. Plan mode remains unless `plan` is named. */
export type OnSearch = (search: StructureSearch) => void
