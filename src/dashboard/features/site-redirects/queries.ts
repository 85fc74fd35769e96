import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { q, qPages } from '../../data/api.ts'
import type { RedirectsSearch } from './search-params.ts'

const PAGE_SIZE = 100

export const redirectsQuery = (params: SiteParams, { q, order }: RedirectsSearch) =>
  qPages(api.siteRedirects.list, {
    params,
    query: {
      limit: PAGE_SIZE,
      ...(q === undefined ? {} : { search: q }),
      ...(order === undefined ? {} : { orderBy: order }),
    },
  })

/** The problems of up to 1000 redirects of a site. */
export const findingsQuery = (params: SiteParams) =>
  q(api.siteRedirects.findings, { params, query: { limit: 1000 } })

/** Only the redirects with problems. */
export const redirectsWithFindingsQuery = (params: SiteParams) =>
  qPages(api.siteRedirects.findings, { params, query: { limit: PAGE_SIZE } })

export type OnSearch = (change: Partial<RedirectsSearch>, options?: { replace?: boolean }) => void
