import { z } from 'zod'
import { api } from '#contract/api.ts'
import { q, qPages } from '../../data/api.ts'

/** The specifications of an organization, page by page. */
export const specsQuery = (organizationId: string) =>
  qPages(api.openapiSpecs.list, { params: { organizationId }, query: { limit: 100 } })

export const specQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.get, { params: { organizationId, specSlug } })

/** The newest versions of a specification. */
export const versionsQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.listVersions, { params: { organizationId, specSlug }, query: { limit: 5 } })

/** The first pages that use a specification, and the count of all. */
export const usesQuery = (organizationId: string, specSlug: string) =>
  q(api.openapiSpecs.listUses, { params: { organizationId, specSlug }, query: { limit: 5 } })

/** The search parameters of the list of specifications: the open dialog. */
export const specsSearch = z.object({
  dialog: z.enum(['new', 'source']).optional().catch(undefined),
  /** Slug of the specification that is open. */
  spec: z.coerce.string().optional().catch(undefined),
})
export type SpecsSearch = z.infer<typeof specsSearch>
