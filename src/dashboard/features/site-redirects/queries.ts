import { z } from 'zod'
import { api } from '#contract/api.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import { q, qPages } from '../../data/api.ts'

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

/** The search parameters of the redirects page. */
export const redirectsSearch = z.object({
  /** Part of a source. */
  q: z.coerce.string().max(512).optional().catch(undefined),
  order: z.literal('source').optional().catch(undefined),
  /** Shows only redirects with problems. */
  only: z.literal('findings').optional().catch(undefined),
  dialog: z.enum(['new', 'paste']).optional().catch(undefined),
  /** The source of a new redirect, as named by another page. */
  source: z.coerce.string().max(512).optional().catch(undefined),
  /** Id of the redirect being edited. */
  edit: z.string().max(64).optional().catch(undefined),
})
export type RedirectsSearch = z.infer<typeof redirectsSearch>
export type OnSearch = (change: Partial<RedirectsSearch>, options?: { replace?: boolean }) => void
