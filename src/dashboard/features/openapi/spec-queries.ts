import { api } from '#contract/api.ts'
import { q, qPages } from '../../lib/api.ts'

/** The specifications of an organization, page after page. */
export const specsQuery = (organizationId: string) =>
  qPages(api.openapiSpecs.list, { params: { organizationId }, query: { limit: 100 } })

export const specQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.get, { params: { organizationId, specSlug } })

/** The newest versions of one. */
export const versionsQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.listVersions, { params: { organizationId, specSlug }, query: { limit: 5 } })

/** The first pages that show it, and how many do. */
export const usesQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.listUses, { params: { organizationId, specSlug }, query: { limit: 5 } })
