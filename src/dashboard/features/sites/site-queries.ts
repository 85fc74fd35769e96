import { api } from '#contract/api.ts'
import { q, qPages } from '../../lib/api.ts'
import type { SitesSearch } from './sites-search.ts'

const perPage = 100

export type SitePlace = { readonly organizationId: string; readonly siteId: string }

export const siteQuery = ({ organizationId, siteId }: SitePlace) =>
  q(api.sites.get, { params: { organizationId, siteId } })

/** The sites of an organization that the filter of the address lets through. */
export const sitesQuery = (organizationId: string, { title, published }: SitesSearch) =>
  qPages(api.sites.list, {
    params: { organizationId },
    query: {
      limit: perPage,
      ...(title === undefined ? {} : { title }),
      ...(published === undefined ? {} : { published }),
    },
  })
