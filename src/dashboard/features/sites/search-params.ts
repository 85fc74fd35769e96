import { id, oneOf, type SearchOf, searchParams, text } from '../../lib/search-params.ts'

/** The search parameters of the list of sites: its filters and the open dialog. */
export const sitesSearch = searchParams({
  /** Part of the title, in any case. */
  title: text(512),
  status: oneOf('live', 'unpublished'),
  /** Only sites with this space. */
  space: id,
  dialog: oneOf('new'),
})
/** The search parameters of a site's overview: its open dialog. */
export const siteOverviewSearch = searchParams({ dialog: oneOf('schedule') })

export type SitesSearch = SearchOf<typeof sitesSearch>
