import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import {
  feedbackRatings,
  type InsightsAggregation,
  type InsightsColumn,
  type InsightsColumnName,
  type InsightsFilter,
  insightsDimensions,
  insightsEventTypes,
  insightsIntervals,
  insightsMeasures,
} from '#contract/site-insights.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { createMonthTables, insertEvents, insightsSite } from './queries.ts'
import { isMeasure, planOf } from './rules.ts'
import type { StoredEvent } from './stored-event.ts'

const app = useTestApp()
const begin = Date.UTC(2026, 0, 26)
const days = 40

/** Few of each, so that many events are alike. */
const drawn: fc.Arbitrary<StoredEvent> = fc.record({
  at: fc
    .integer({ min: 0, max: days * 24 })
    .map((hour) => new Date(begin + hour * 3_600_000 + (hour % 7) * 1001)),
  type: fc.constantFrom(...insightsEventTypes),
  location: fc.record({
    url: fc.constantFrom('https://a.example/', 'https://a.example/z', 'https://a.example/Ä'),
    siteSection: fc.constantFrom(null, 'one', 'two'),
    siteSpace: fc.constantFrom(null, 'guides'),
    page: fc.constantFrom(null, 'p1', 'p2', 'P1'),
  }),
  reader: fc.record({
    device: fc.constantFrom('desktop', 'mobile'),
    browser: fc.constantFrom('chrome', 'unknown'),
    os: fc.constantFrom('ios', 'linux'),
    language: fc.constantFrom(null, 'de', 'fr-ch'),
    referrerDomain: fc.constantFrom(null, 'example.com'),
    utmSource: fc.constantFrom(null, 'letter'),
    utmMedium: fc.constant(null),
    utmCampaign: fc.constantFrom(null, 'May', 'may'),
  }),
  visitor: fc.constantFrom('-9000000000000000001', '1', '2', '3'),
  session: fc.constantFrom('7', '8', '-9'),
  detail: fc.constantFrom(null, 'cable', 'Kabel ü', '😀'),
  rating: fc.constantFrom(null, ...feedbackRatings),
  amount: fc.constantFrom(null, 0, 3, 20),
})

const events: readonly StoredEvent[] = fc.sample(drawn, { seed: 4711, numRuns: 600 })

const bucketOf = (at: Date, interval: InsightsColumn['interval']): string => {
  if (interval === undefined) return at.toISOString()
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (interval === 'month') return new Date(Date.UTC(year, month, 1)).toISOString()
  if (interval === 'hour') return new Date(Date.UTC(year, month, day, at.getUTCHours())).toISOString()
  const back = interval === 'week' ? (at.getUTCDay() + 6) % 7 : 0
  return new Date(Date.UTC(year, month, day - back)).toISOString()
}

type Value = string | number | null

function valueOf(event: StoredEvent, { column, interval }: InsightsColumn): Value {
  const { location, reader, type, detail = null } = event
  const ofTypes = (...types: string[]) => (types.includes(type) ? detail : null)
  const values: Partial<Record<InsightsColumnName, Value>> = {
    datetime: bucketOf(event.at, interval),
    eventType: type,
    ...location,
    visitorDevice: reader.device,
    visitorBrowser: reader.browser,
    visitorOS: reader.os,
    visitorLanguage: reader.language,
    eventSearchQuery: ofTypes('search_type_query', 'search_open_result'),
    eventSearchResults: event.amount ?? null,
    pageFeedbackRating: event.rating ?? null,
    eventPageFeedbackComment: ofTypes('page_post_feedback_comment'),
    eventLinkTargetDomain: ofTypes('link_click'),
    referrerDomain: reader.referrerDomain,
    utmSource: reader.utmSource,
    utmMedium: reader.utmMedium,
    utmCampaign: reader.utmCampaign,
  }
  return values[column] ?? null
}

function countOf(group: readonly StoredEvent[], column: InsightsColumnName): number {
  if (column === 'eventsCount') return group.length
  return new Set(group.map(({ visitor, session }) => (column === 'visitorsCount' ? visitor : session))).size
}

function compare(a: Value, b: Value): number {
  if (a === b) return 0
  if (a === null || b === null) return a === null ? 1 : -1
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}

function holds(value: Value, filter: InsightsFilter): boolean {
  if (filter.operator === 'in') return filter.value.includes(value)
  if (filter.operator === 'notIn') return !filter.value.includes(value)
  if (value === null) return false
  const isMoment = filter.column === 'datetime'
  const [left, right] = [value, filter.value].map((one) =>
    isMoment ? new Date(String(one)).getTime() : Number(one),
  )
  const difference = (left ?? 0) - (right ?? 0)
  if (filter.operator === 'greaterThan') return difference > 0
  if (filter.operator === 'greaterThanOrEqual') return difference >= 0
  return filter.operator === 'lessThan' ? difference < 0 : difference <= 0
}

/** The same counted in memory, one event after the other. */
function counted(body: InsightsAggregation): Value[][] {
  const plan = planOf(body, new Date())
  const isIn = (event: StoredEvent) =>
    event.at >= plan.range.from &&
    event.at < plan.range.to &&
    plan.where.every((filter) => holds(valueOf(event, { column: filter.column }), filter))
  const keyOf = (event: StoredEvent) => JSON.stringify(plan.groupBy.map((column) => valueOf(event, column)))
  const groups = Map.groupBy(events.filter(isIn), keyOf)
  if (plan.groupBy.length === 0 && groups.size === 0) groups.set('[]', [])
  const rows = [...groups].map(([key, group]) => {
    const told: Value[] = JSON.parse(key)
    const at = (column: InsightsColumn): Value => {
      if (isMeasure(column.column)) return countOf(group, column.column)
      return told[plan.groupBy.findIndex((one) => one.column === column.column)] ?? null
    }
    return { told, at, group }
  })
  const by = plan.select.find(({ column }) => column === plan.order.by) ?? { column: plan.order.by }
  const kept = rows.filter(({ group }) =>
    plan.having.every((filter) => holds(countOf(group, filter.column), filter)),
  )
  kept.sort((a, b) => {
    const [left, right] = [a.at(by), b.at(by)]
    const sign = plan.order.direction === 'desc' && left !== null && right !== null ? -1 : 1
    const first = sign * compare(left, right)
    if (first !== 0) return first
    return a.told.map((value, index) => compare(value, b.told[index] ?? null)).find((way) => way !== 0) ?? 0
  })
  const shown = kept.slice(0, plan.limit)
  return plan.select.map((column) => shown.map(({ at }) => at(column)))
}

const dimension = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(...insightsDimensions).map((column): InsightsColumn => ({ column })),
  },
  fc.constantFrom(...insightsIntervals).map((interval): InsightsColumn => ({ column: 'datetime', interval })),
) as fc.Arbitrary<NonNullable<InsightsAggregation['groupBy']>[number]>

const listed = insightsDimensions.filter((column) => column !== 'datetime' && column !== 'eventSearchResults')
const known = [
  ...[null, 'p1', 'guides', 'one', 'page_view', 'link_click', 'de', 'mobile', 'chrome', 'bad', 'cable'],
  ...['😀', 'letter', 'may', 'example.com', 'https://a.example/Ä', 'nothing like it'],
]
const moment = fc
  .integer({ min: -2, max: days + 2 })
  .map((day) => new Date(begin + day * 86_400_000).toISOString())
const comparing = fc.constantFrom('greaterThan', 'greaterThanOrEqual', 'lessThan', 'lessThanOrEqual')
const among = fc.constantFrom('in', 'notIn')
const filter = fc.oneof(
  fc.record({
    column: fc.constantFrom(...listed),
    operator: among,
    value: fc.array(fc.constantFrom(...known), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({
    column: fc.constant('eventSearchResults'),
    operator: among,
    value: fc.array(fc.constantFrom(null, 0, 3), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    column: fc.constantFrom('eventSearchResults', ...insightsMeasures),
    operator: comparing,
    value: fc.integer({ min: 0, max: 20 }),
  }),
  fc.record({ column: fc.constant('datetime'), operator: comparing, value: moment }),
) as fc.Arbitrary<InsightsFilter>

const question: fc.Arbitrary<InsightsAggregation> = fc
  .record({
    ends: fc.tuple(moment, moment),
    groupBy: fc.uniqueArray(dimension, { maxLength: 4, selector: ({ column }) => column }),
    measures: fc.uniqueArray(fc.constantFrom(...insightsMeasures), { minLength: 1 }),
    where: fc.array(filter, { maxLength: 3 }),
    order: fc.option(fc.tuple(fc.nat(), fc.constantFrom('asc' as const, 'desc' as const)), {
      nil: undefined,
    }),
    limit: fc.option(fc.constantFrom(1, 5, 1000), { nil: undefined }),
    isImplied: fc.boolean(),
  })
  .map(({ ends, groupBy, measures, where, order, limit, isImplied }) => {
    const [from = '', to = ''] = [...ends].sort()
    const select: NonNullable<InsightsAggregation['select']> = [
      ...groupBy,
      ...measures.map((column) => ({ column })),
    ]
    const by = order && select[order[0] % select.length]?.column
    return {
      range: { from, to },
      select,
      ...(isImplied ? {} : { groupBy }),
      where,
      ...(order && by ? { order: { by, direction: order[1] } } : {}),
      ...(limit === undefined ? {} : { limit }),
    }
  })

let ask: (body: InsightsAggregation) => Promise<Value[][]>
beforeAll(async () => {
  const { call, params } = await aSite(app)
  await createMonthTables(
    app.db,
    events.map(({ at }) => at),
  )
  await app.db.transaction().execute(async (tx) => insertEvents(tx, await insightsSite(tx, params), events))
  ask = async (body) =>
    (await call(api.siteInsights.aggregate, { params, body })).columns.map(({ values }) => values)
})

test('any aggregation equals a plain loop over the events', {
  timeout: 180_000,
}, async () => {
  let rows = 0
  await fc.assert(
    fc.asyncProperty(question, async (body) => {
      const expected = counted(body)
      expect(await ask(body)).toEqual(expected)
      rows += expected[0]?.length ?? 0
    }),
    { seed: 20261122, numRuns: 300 },
  )
  expect(rows).toBeGreaterThan(1500)
})

test('a range includes its start and excludes its end', async () => {
  const [first] = [...events].sort((a, b) => a.at.getTime() - b.at.getTime())
  const at = first?.at ?? new Date()
  const alike = events.filter((event) => event.at.getTime() === at.getTime()).length
  const until = (to: Date) => ask({ range: { from: at.toISOString(), to: to.toISOString() } })
  expect(await until(at)).toEqual([[0]])
  expect(await until(new Date(at.getTime() + 1))).toEqual([[alike]])
})
