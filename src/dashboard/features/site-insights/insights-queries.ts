import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#contract/api.ts'
import type { Input } from '#contract/route.ts'
import type { InsightsEventType } from '#contract/site-insights.ts'
import { q } from '../../lib/api.ts'
import type { Period } from './periods.ts'

export type SitePlace = { readonly organizationId: string; readonly siteId: string }
export type Question = Omit<Input<typeof api.siteInsights.aggregate>['body'], 'range'>
export type Cell = string | number | null

/** How often what is on screen is counted again, in milliseconds. */
const again = 60_000

export const countQuery = ({ organizationId, siteId }: SitePlace, { from, to }: Period, question: Question) =>
  q(api.siteInsights.aggregate, {
    params: { organizationId, siteId },
    body: { range: { from, to }, ...question },
  })

/** The rows of an aggregate, undefined until they are read; those of the question before stay meanwhile. */
export function useRows(place: SitePlace, period: Period, question: Question, isOn = true) {
  const read = useQuery({
    ...countQuery(place, period, question),
    placeholderData: keepPreviousData,
    refetchInterval: again,
    enabled: isOn,
  })
  return { rows: read.data && rowsOf(read.data.columns), error: read.error, retry: () => void read.refetch() }
}

type Columns = readonly { readonly values: readonly Cell[] }[]

/** The answer's columns turned into rows. */
export const rowsOf = (columns: Columns): Cell[][] =>
  (columns[0]?.values ?? []).map((_, row) => columns.map(({ values }) => values[row] ?? null))

export const ofType = (...types: InsightsEventType[]) => ({
  column: 'eventType' as const,
  operator: 'in' as const,
  value: types as string[],
})

const column = <const T extends string>(name: T) => ({ column: name })
const views = [ofType('page_view')]
const counts = [column('eventsCount'), column('visitorsCount')]

/** Everything that the view asks; `limit` is added where a list is shown in part. */
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
    where: [ofType('search_type_query')],
    groupBy: [column('eventSearchQuery')],
    select: [column('eventSearchQuery'), ...counts],
  },
  searchesWithout: {
    where: [
      ofType('search_type_query'),
      { column: 'eventSearchResults' as const, operator: 'in' as const, value: [0] },
    ],
    groupBy: [column('eventSearchQuery')],
    select: [column('eventSearchQuery'), ...counts],
  },
  missing: {
    where: [ofType('page_not_found')],
    groupBy: [column('url')],
    select: [column('url'), ...counts],
  },
  ratings: {
    where: [ofType('page_post_feedback')],
    groupBy: [column('url'), column('pageFeedbackRating')],
    select: [column('url'), column('pageFeedbackRating'), column('eventsCount')],
  },
  comments: {
    where: [ofType('page_post_feedback_comment')],
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
  referrers: named('referrerDomain'),
  campaigns: named('utmCampaign'),
  devices: named('visitorDevice'),
  browsers: named('visitorBrowser'),
  systems: named('visitorOS'),
  languages: named('visitorLanguage'),
} satisfies Record<string, Question | ((interval: Period['interval']) => Question)>

type Named =
  | 'referrerDomain'
  | 'utmCampaign'
  | 'visitorDevice'
  | 'visitorBrowser'
  | 'visitorOS'
  | 'visitorLanguage'

/** Views by something that most of them have a word for. */
function named(name: Named) {
  const isSparse = name === 'referrerDomain' || name === 'utmCampaign'
  return {
    where: [...views, ...(isSparse ? [{ column: name, operator: 'notIn' as const, value: [null] }] : [])],
    groupBy: [column(name)],
    select: [column(name), ...counts],
  }
}
