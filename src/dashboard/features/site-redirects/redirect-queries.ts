import { api } from '#contract/api.ts'
import { q, qPages } from '../../lib/api.ts'
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

/** What is wrong with the redirects of a site; of more than these nobody reads. */
export const findingsQuery = ({ organizationId, siteId }: SitePlace) =>
  q(api.siteRedirects.findings, { params: { organizationId, siteId }, query: { limit: 1000 } })

/** Only the redirects with which something is wrong. */
export const foundQuery = ({ organizationId, siteId }: SitePlace) =>
  qPages(api.siteRedirects.findings, { params: { organizationId, siteId }, query: { limit: perPage } })
