import { api } from '#contract/api.ts'
import { q, qPages } from '../../lib/api.ts'

export type SitePlace = { readonly organizationId: string; readonly siteId: string }

const paramsOf = ({ organizationId, siteId }: SitePlace) => ({ organizationId, siteId })

export const siteQuery = (place: SitePlace) => q(api.sites.get, { params: paramsOf(place) })

export const shareLinksQuery = (place: SitePlace) =>
  qPages(api.siteShareLinks.list, { params: paramsOf(place), query: { limit: 100 } })

export const authQuery = (place: SitePlace) => q(api.sitePublishing.getAuth, { params: paramsOf(place) })

export const schemaQuery = (place: SitePlace) => q(api.siteAudience.getSchema, { params: paramsOf(place) })

export const structureQuery = (place: SitePlace) => q(api.siteStructure.get, { params: paramsOf(place) })
