import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { q, qPages } from '../../data/api.ts'
import type { SitesSearch } from './search-params.ts'

const PAGE_SIZE = 100

export const siteQuery = (params: SiteParams) => q(api.sites.get, { params })

/** The sites of an organization that match the filter. */
export const sitesQuery = (organizationId: string, { title, status, space }: SitesSearch) =>
  qPages(api.sites.list, {
    params: { organizationId },
    query: {
      limit: PAGE_SIZE,
      ...(title === undefined ? {} : { title }),
      ...(status === undefined ? {} : { published: status === 'live' }),
      ...(space === undefined ? {} : { space }),
    },
  })

const MAX_SPACES = 1000

/** The spaces that sites can be filtered by. */
export const spacesQuery = (organizationId: string) =>
  q(api.spaces.list, { params: { organizationId }, query: { limit: MAX_SPACES } })

/** Changes search parameters; undefined removes one. */
export type OnSearch = (change: Partial<SitesSearch>, options?: { replace?: boolean }) => void
