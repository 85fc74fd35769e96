import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { InsightsAggregation } from '#contract/site-insights.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { manyInsights } from '#testing/many-insights.ts'
import { plansOf, settle } from '#testing/query-plans.ts'
import { aggregateEvents } from './aggregate-queries.ts'
import { planOf } from './rules.ts'

const app = useTestApp()
/** In the middle of a month: one with the events of a few days is read as a whole. */
const now = new Date()
now.setUTCDate(15)
let site: number

beforeAll(async () => {
  const [one, other] = [await aSite(app), await aSite(app)]
  site = await manyInsights(app.db, one.params, 20_000, now)
  await manyInsights(app.db, other.params, 200_000, now)
  await settle(app.db)
}, 120_000)

const questions: readonly (readonly [string, InsightsAggregation])[] = [
  ['everything of a day', { range: 'last24Hours' }],
  ['views by the day', { range: 'last30Days', groupBy: [{ column: 'datetime', interval: 'day' }] }],
  ['pages of a year', { range: 'lastYear', groupBy: [{ column: 'page' }], where: [of('page_view')] }],
  [
    'comments of a year',
    {
      range: 'lastYear',
      groupBy: [{ column: 'eventPageFeedbackComment' }],
      where: [of('page_post_feedback_comment')],
    },
  ],
  [
    'visitors by language',
    {
      range: 'last7Days',
      groupBy: [{ column: 'visitorLanguage' }],
      select: [{ column: 'visitorLanguage' }, { column: 'visitorsCount' }],
    },
  ],
]

function of(type: string) {
  return { column: 'eventType' as const, operator: 'in' as const, value: [type] }
}

test.each(questions)('%s use an index', async (_, body) => {
  const plan = planOf(body, now)
  expect((await aggregateEvents(app.db, site, plan)).length).toBeGreaterThan(0)
  const plans = await plansOf(app.connectionString, (db) => aggregateEvents(db, site, plan))
  const [counting] = plans.filter(({ text }) => text.includes('from insights_event'))
  expect(counting?.whole.filter((table) => table.startsWith('insights_event'))).toEqual([])
  expect(counting?.indexes.some((index) => /^insights_event_.*_site_type_at_idx$/.test(index))).toBe(true)
})

test('months outside the range are not scanned', async () => {
  const plan = planOf({ range: 'last24Hours' }, now)
  const plans = await plansOf(app.connectionString, (db) => aggregateEvents(db, site, plan))
  const read = plans.flatMap(({ indexes }) => indexes).filter((index) => index.startsWith('insights_event'))
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_inherits
    where inhparent = 'insights_event'::regclass`.execute(app.db)
  expect(rows[0]?.count).toBeGreaterThan(10)
  expect(read.length).toBeLessThanOrEqual(2)
})
