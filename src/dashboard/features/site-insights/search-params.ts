import { oneOf, type SearchOf, searchParams } from '../../lib/search-params.ts'

/** The search parameters of the insights page. */
export const insightsSearch = searchParams({
  /** Defaults to the last 30 days. */
  range: oneOf('last24Hours', 'last7Days', 'last30Days', 'last3Months', 'lastYear'),
  /** What the chart shows; defaults to page views. */
  measure: oneOf('visitors', 'visits'),
  compare: oneOf('off'),
  /** The expanded list. */
  all: oneOf('pages', 'searches', 'missing', 'feedback', 'sources', 'kinds'),
  searches: oneOf('none'),
  sources: oneOf('campaigns'),
  kinds: oneOf('browsers', 'systems', 'languages'),
})
export type InsightsSearch = SearchOf<typeof insightsSearch>
