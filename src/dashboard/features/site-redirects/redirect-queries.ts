import { api } from '#contract/api.ts'
import { qPages } from '../../lib/api.ts'
import type { RedirectsSearch } from './redirects-search.ts'

export type SitePlace = { readonly organizationId: string; readonly siteId: string }

const perPage = 100

export const redirectsQuery = ({ organizationId, siteId }: SitePlace, { q, order }: RedirectsSearch) =>
  qPages(api.siteRedirects.list, {
    params: { organizationId, siteId },
    query: {
      limit: perPage,
      ...(q === undefined ? {} : { search: q }),
      ...(order === undefined ? {} : { orderBy: order }),
    },
  })
