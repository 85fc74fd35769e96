import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { q, qPages } from '../../data/api.ts'
import type { AudienceSearch } from './search-params.ts'

export const siteQuery = (params: SiteParams) => q(api.sites.get, { params })

export const shareLinksQuery = (params: SiteParams) =>
  qPages(api.siteShareLinks.list, { params, query: { limit: 100 } })

export const authQuery = (params: SiteParams) => q(api.sitePublishing.getAuth, { params })

export const schemaQuery = (params: SiteParams) => q(api.siteAudience.getSchema, { params })

export const structureQuery = (params: SiteParams) => q(api.siteStructure.get, { params })

export type OnSearch = (change: Partial<AudienceSearch>) => void
