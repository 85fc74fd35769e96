import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { q, qPages } from '../../data/api.ts'

const PAGE_SIZE = 100

export const siteQuery = (params: SiteParams) => q(api.sites.get, { params })

/** The sites of an organization that match the filter. */
export const sitesQuery = (organizationId: string, { title, published }: SitesSearch) =>
  qPages(api.sites.list, {
    params: { organizationId },
    query: {
      limit: PAGE_SIZE,
      ...(title === undefined ? {} : { title }),
      ...(published === undefined ? {} : { published }),
    },
  })

/** The search parameters of the list of sites: its filters and the open dialog. */
export const sitesSearch = z.object({
  /** Part of the title, in any case. */
  title: z.coerce.string().max(512).optional().catch(undefined),
  published: z.boolean().optional().catch(undefined),
  dialog: z.literal('new').optional().catch(undefined),
})
export type SitesSearch = z.infer<typeof sitesSearch>

/** Changes search parameters; undefined removes one. */
export type OnSearch = (change: Partial<SitesSearch>, options?: { replace?: boolean }) => void
