import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { q, qPages } from '../../data/api.ts'

export const siteQuery = (params: SiteParams) => q(api.sites.get, { params })

export const shareLinksQuery = (params: SiteParams) =>
  qPages(api.siteShareLinks.list, { params, query: { limit: 100 } })

export const authQuery = (params: SiteParams) => q(api.sitePublishing.getAuth, { params })

export const schemaQuery = (params: SiteParams) => q(api.siteAudience.getSchema, { params })

export const structureQuery = (params: SiteParams) => q(api.siteStructure.get, { params })

/** The search parameters of the audience page. */
export const audienceSearch = z.object({
  /** The dialog for a new share link. */
  dialog: z.literal('link').optional().catch(undefined),
  link: z.string().max(64).optional().catch(undefined),
  /** Shows the visitor schema as JSON instead of rows. */
  schema: z.literal('json').optional().catch(undefined),
})
export type AudienceSearch = z.infer<typeof audienceSearch>
export type OnSearch = (change: Partial<AudienceSearch>) => void
