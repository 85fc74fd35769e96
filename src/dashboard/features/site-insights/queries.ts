import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import type { SiteParams } from '#contract/shared/paths.ts'
import type { InsightsEventType } from '#contract/site-insights.ts'
import { q } from '../../data/api.ts'
import type { Period } from './periods.ts'

export type Question = Omit<Input<typeof api.siteInsights.aggregate>['body'], 'range'>
export type Cell = string | number | null

/** How often the numbers on screen are refetched. */
const REFETCH_INTERVAL_MS = 60_000

export const aggregateQuery = (
  { organizationId, siteId }: SiteParams,
  { from, to }: Period,
  question: Question,
) =>
  q(api.siteInsights.aggregate, {
    params: { organizationId, siteId },
    body: { range: { from, to }, ...question },
  })

/** The rows of an aggregate, undefined until they load; the previous rows remain until then. */
export function useAggregate(params: SiteParams, period: Period, question: Question, isOn = true) {
  const read = useQuery({
    ...aggregateQuery(params, period, question),
    placeholderData: keepPreviousData,
    refetchInterval: REFETCH_INTERVAL_MS,
    enabled: isOn,
  })
  return { rows: read.data && rowsOf(read.data.columns), error: read.error, retry: () => void read.refetch() }
}

type Columns = readonly { readonly values: readonly Cell[] }[]

/** The columns of a response as rows. */
export const rowsOf = (columns: Columns): Cell[][] =>
  (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row] ?? null))

export const eventTypeFilter = (...types: InsightsEventType[]) => ({
  column: 'eventType' as const,
  operator: 'in' as const,
  value: types as string[],
})

const column = <const T extends string>(name: T) => ({ column: name })
const views = [eventTypeFilter('page_view')]
const counts = [column('eventsCount'), column('visitorsCount')]

/** The aggregates of the page; lists that are shown in part add a `limit`. */
export const questions = {
  kinds: { groupBy: [column('eventType')] },
  totals: {
    where: views,
    select: [column('eventsCount'), column('visitorsCount'), column('sessionsCount')],
  },
  series: (interval: Period['interval']): Question => ({
    where: views,
    groupBy: [{ column: 'datetime', interval }],
    select: [
      { column: 'datetime', interval },
      ...[column('eventsCount'), column('visitorsCount'), column('sessionsCount')],
    ],
  }),
  pages: { where: views, groupBy: [column('url')], select: [column('url'), ...counts] },
  searches: {
    where: [eventTypeFilter('search_type_query')],
    groupBy: [column('eventSearchQuery')],
    select: [column('eventSearchQuery'), ...counts],
  },
  searchesWithout: {
    where: [
      eventTypeFilter('search_type_query'),
      { column: 'eventSearchResults' as const, operator: 'in' as const, value: [0] },
    ],
    groupBy: [column('eventSearchQuery')],
    select: [column('eventSearchQuery'), ...counts],
  },
  missing: {
    where: [eventTypeFilter('page_not_found')],
    groupBy: [column('url')],
    select: [column('url'), ...counts],
  },
  ratings: {
    where: [eventTypeFilter('page_post_feedback')],
    groupBy: [column('url'), column('pageFeedbackRating')],
    select: [column('url'), column('pageFeedbackRating'), column('eventsCount')],
  },
  comments: {
    where: [eventTypeFilter('page_post_feedback_comment')],
    groupBy: [
      column('datetime'),
      column('url'),
      column('pageFeedbackRating'),
      column('eventPageFeedbackComment'),
    ],
    select: [
      column('datetime'),
      column('url'),
      column('pageFeedbackRating'),
      column('eventPageFeedbackComment'),
    ],
    order: { by: 'datetime' as const, direction: 'desc' as const },
  },
  referrers: viewsBy('referrerDomain'),
  campaigns: viewsBy('utmCampaign'),
  devices: viewsBy('visitorDevice'),
  browsers: viewsBy('visitorBrowser'),
  systems: viewsBy('visitorOS'),
  languages: viewsBy('visitorLanguage'),
} satisfies Record<string, Question | ((interval: Period['interval']) => Question)>

type DimensionName =
  | 'referrerDomain'
  | 'utmCampaign'
  | 'visitorDevice'
  | 'visitorBrowser'
  | 'visitorOS'
  | 'visitorLanguage'

/** Views by one dimension; views without a value are left out of sparse ones. */
function viewsBy(name: DimensionName) {
  const isSparse = name === 'referrerDomain' || name === 'utmCampaign'
  return {
    where: [...views, ...(isSparse ? [{ column: name, operator: 'notIn' as const, value: [null] }] : [])],
    groupBy: [column(name)],
    select: [column(name), ...counts],
  }
}
