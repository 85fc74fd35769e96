import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { InsightsAggregation, InsightsFilter } from '#contract/site-insights.ts'
import { aSite } from '#testing/a-site.ts'
import { useTestApp } from '#testing/app.ts'
import { dropOldMonths } from './queries.ts'

const app = useTestApp()

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1'

const session = (visitorId: string, more: object = {}) => ({
  visitorId,
  sessionId: `${visitorId}-1`,
  userAgent: firefox,
  language: 'de-CH',
  referrer: 'https://www.example.com/list?secret=1',
  ip: '198.51.100.7',
  ...more,
})
const location = (path: string, page: string | null = null) => ({
  url: `https://docs.example.org${path}`,
  siteSection: null,
  siteSpace: null,
  siteShareKey: null,
  space: null,
  revision: null,
  page,
})
const view = (visitorId: string, path: string, more: object = {}) => ({
  type: 'page_view' as const,
  session: session(visitorId),
  location: location(path, 'page1'),
  ...more,
})

async function counting() {
  const { call, params, organizationId } = await aSite(app)
  return {
    call,
    params,
    organizationId,
    aggregate: async (body: InsightsAggregation) =>
      (await call(api.siteInsights.aggregate, { params, body })).columns,
  }
}

const total: InsightsAggregation = { range: 'last24Hours', select: [{ column: 'eventsCount' }] }

test('events of every type are stored and counted', async () => {
  const { call, params, aggregate } = await counting()
  const at = { session: session('ann'), location: location('/a', 'page1') }
  await call(api.siteInsights.track, {
    params,
    body: {
      events: [
        view('ann', '/a?utm_source=letter&utm_campaign=May&token=1#top'),
        view('ann', '/b'),
        view('bea', '/a', { session: session('bea', { userAgent: iphone, language: 'fr', referrer: '' }) }),
        { ...at, type: 'search_open' },
        { ...at, type: 'search_type_query', query: 'Cable  Routes', results: 0 },
        { ...at, type: 'search_open_result', query: 'cable', result: { spaceId: 's', pageId: 'p' } },
        { ...at, type: 'page_post_feedback', feedback: { rating: 'bad' } },
        { ...at, type: 'page_post_feedback_comment', feedback: { rating: 'bad', comment: 'No units' } },
        {
          ...at,
          type: 'link_click',
          link: { target: { kind: 'url', url: 'https://www.npmjs.com/x' }, position: 'content' },
        },
        { ...at, type: 'page_not_found', location: location('/gone') },
      ],
    },
  })

  expect(await aggregate(total)).toEqual([{ column: 'eventsCount', values: [10] }])
  const views: InsightsFilter = { column: 'eventType', operator: 'in', value: ['page_view'] }
  expect(
    await aggregate({
      range: 'last7Days',
      groupBy: [{ column: 'url' }],
      select: [
        { column: 'url' },
        { column: 'eventsCount' },
        { column: 'visitorsCount' },
        { column: 'sessionsCount' },
      ],
      where: [views],
    }),
  ).toEqual([
    { column: 'url', values: ['https://docs.example.org/a', 'https://docs.example.org/b'] },
    { column: 'eventsCount', values: [2, 1] },
    { column: 'visitorsCount', values: [2, 1] },
    { column: 'sessionsCount', values: [2, 1] },
  ])
  const valuesOf = async (column: InsightsAggregation['groupBy'] & object) =>
    (await aggregate({ range: 'last24Hours', groupBy: column, select: column, where: [views] })).map(
      ({ values }) => values,
    )
  expect(
    await valuesOf([{ column: 'visitorDevice' }, { column: 'visitorBrowser' }, { column: 'visitorOS' }]),
  ).toEqual([
    ['desktop', 'mobile'],
    ['firefox', 'safari'],
    ['linux', 'ios'],
  ])
  expect(await valuesOf([{ column: 'referrerDomain' }, { column: 'visitorLanguage' }])).toEqual([
    ['example.com', null],
    ['de-ch', 'fr'],
  ])
  expect(await valuesOf([{ column: 'utmSource' }, { column: 'utmCampaign' }])).toEqual([
    ['letter', null],
    ['May', null],
  ])
  const said = await aggregate({
    range: 'last24Hours',
    groupBy: [
      { column: 'eventType' },
      { column: 'eventSearchQuery' },
      { column: 'eventSearchResults' },
      { column: 'pageFeedbackRating' },
      { column: 'eventPageFeedbackComment' },
      { column: 'eventLinkTargetDomain' },
    ],
    where: [{ column: 'eventType', operator: 'notIn', value: ['page_view', 'search_open'] }],
    order: { by: 'eventType', direction: 'asc' },
  })
  expect(said.slice(0, 6).map(({ values }) => values)).toEqual([
    [
      'link_click',
      'page_not_found',
      'page_post_feedback',
      'page_post_feedback_comment',
      'search_open_result',
      'search_type_query',
    ],
    [null, null, null, null, 'cable', 'cable routes'],
    [null, null, null, null, null, 0],
    [null, null, 'bad', 'bad', null, null],
    [null, null, null, 'No units', null, null],
    ['npmjs.com', null, null, null, null, null],
  ])
})

test('the database contains nothing that identifies a person', async () => {
  const { call, params } = await counting()
  const secrets = { cookies: { id: 'cookie-secret' }, visitorAuthClaims: { email: 'claim-secret' } }
  const event = view('visitor-secret', '/x?email=query-secret#hash-secret', {
    session: session('visitor-secret', { ...secrets, ip: '203.0.113.99' }),
  })
  await call(api.siteInsights.track, { params, body: { events: [event] } })
  const tables = ['insights_event', 'insights_place', 'insights_reader'] as const
  const rows = await Promise.all(tables.map((table) => app.db.selectFrom(table).selectAll().execute()))
  const text = JSON.stringify(rows)
  expect(text).toContain('https://docs.example.org/x')
  for (const secret of ['secret', '203.0.113', 'Mozilla', 'Gecko', '130.0'])
    expect(text).not.toContain(secret)
})

test('visits on two days count as two visitors, unless the site tracks returning visitors', async () => {
  const { call, params, aggregate } = await counting()
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  const events = [view('ann', '/a', { timestamp: yesterday }), view('ann', '/a'), view('ann', '/b')]
  const visitors = async () =>
    (await aggregate({ range: 'last7Days', select: [{ column: 'visitorsCount' }] }))[0]?.values
  await call(api.siteInsights.track, { params, body: { events } })
  expect(await visitors()).toEqual([2])
  const customization = await call(api.siteCustomization.get, { params })
  await call(api.siteCustomization.put, {
    params,
    body: { ...customization, insights: { trackingCookie: true } },
  })
  await call(api.siteInsights.track, { params, body: { events } })
  expect(await visitors()).toEqual([3])
})

test('events are counted per site, and a site without events has counts of 0', async () => {
  const [one, other] = [await counting(), await counting()]
  await one.call(api.siteInsights.track, { params: one.params, body: { events: [view('ann', '/a')] } })
  expect(await one.aggregate(total)).toEqual([{ column: 'eventsCount', values: [1] }])
  expect(await other.aggregate(total)).toEqual([{ column: 'eventsCount', values: [0] }])
  expect(await other.aggregate({ range: 'lastYear', groupBy: [{ column: 'page' }] })).toEqual([
    { column: 'page', values: [] },
    { column: 'eventsCount', values: [] },
  ])
})

test('one invalid event rejects the whole request', async () => {
  const { call, params, aggregate } = await counting()
  const faulty = [
    view('', '/a'),
    view('ann', '/a', { timestamp: new Date(Date.now() + 3_600_000).toISOString() }),
    view('ann', '/a', { timestamp: '2001-01-01T00:00:00.000Z' }),
    { ...view('ann', '/a'), type: 'page_post_feedback_comment', feedback: { rating: 'bad', comment: '' } },
    { ...view('ann', '/a'), type: 'page_post_feedback', feedback: { rating: 'fine' } },
    { ...view('ann', '/a'), type: 'ask_question' },
    { ...view('ann', '/a'), location: { url: 'https://docs.example.org/' } },
  ]
  for (const event of faulty) {
    const sent = call(api.siteInsights.track, {
      params,
      body: { events: [view('ann', '/a'), event as never] },
    })
    await expect(sent, JSON.stringify(event)).rejects.toMatchObject({ status: 400, type: 'validation' })
  }
  const many = Array.from({ length: 501 }, () => view('ann', '/a'))
  await expect(call(api.siteInsights.track, { params, body: { events: many } })).rejects.toMatchObject({
    status: 400,
  })
  expect(await aggregate(total)).toEqual([{ column: 'eventsCount', values: [0] }])
  await call(api.siteInsights.track, { params, body: { events: many.slice(1) } })
  expect(await aggregate(total)).toEqual([{ column: 'eventsCount', values: [500] }])
})

const refused: readonly (readonly [string, object])[] = [
  ['no range', {}],
  ['an unknown range', { range: 'lastDecade' }],
  [
    'a range that ends before it begins',
    { range: { from: '2026-02-02T00:00:00Z', to: '2026-02-01T00:00:00Z' } },
  ],
  ['an unknown column', { range: 'lastYear', groupBy: [{ column: 'visitorGeoCountry' }] }],
  ['a count to group by', { range: 'lastYear', groupBy: [{ column: 'eventsCount' }] }],
  ['an interval of a page', { range: 'lastYear', groupBy: [{ column: 'page', interval: 'day' }] }],
  ['a column twice', { range: 'lastYear', groupBy: [{ column: 'page' }, { column: 'page' }] }],
  [
    'a column that is not in groupBy',
    { range: 'lastYear', groupBy: [{ column: 'page' }], select: [{ column: 'url' }] },
  ],
  ['an order by what isn’t in select', { range: 'lastYear', order: { by: 'page', direction: 'asc' } }],
  ['a limit of 0', { range: 'lastYear', limit: 0 }],
  ['a limit over 1000', { range: 'lastYear', limit: 1001 }],
  ['a page compared', { range: 'lastYear', where: [{ column: 'page', operator: 'lessThan', value: 'x' }] }],
  ['a list of one value', { range: 'lastYear', where: [{ column: 'page', operator: 'in', value: 'x' }] }],
  ['an unknown operator', { range: 'lastYear', where: [{ column: 'page', operator: 'is', value: ['x'] }] }],
  ['a number for a page', { range: 'lastYear', where: [{ column: 'page', operator: 'in', value: [7] }] }],
  [
    'a moment that is none',
    { range: 'lastYear', where: [{ column: 'datetime', operator: 'lessThan', value: 'now' }] },
  ],
]

test.each(refused)('an aggregation with %s is rejected', async (_, body) => {
  const { call, params } = await counting()
  const asked = call(api.siteInsights.aggregate, { params, body: body as never })
  await expect(asked).rejects.toMatchObject({ status: 400, type: 'validation' })
})

test('expired months are dropped with their locations and readers', async () => {
  const { call, params, aggregate } = await counting()
  const events = [
    view('ann', '/now'),
    view('ann', '/then', { timestamp: new Date(Date.now() - 40 * 86_400_000).toISOString() }),
  ]
  await call(api.siteInsights.track, { params, body: { events } })
  const soon = new Date(Date.now() + 25 * 30.5 * 86_400_000)
  expect((await dropOldMonths(app.db, soon)).length).toBeGreaterThan(0)
  expect(await aggregate({ range: 'lastYear', groupBy: [{ column: 'url' }] })).toEqual([
    { column: 'url', values: ['https://docs.example.org/now'] },
    { column: 'eventsCount', values: [1] },
  ])
  const places = await app.db.selectFrom('insights_place').select('url').execute()
  expect(places.map(({ url }) => url)).not.toContain('https://docs.example.org/then')
})

test('the events of a deleted site are deleted', async () => {
  const { call, params } = await counting()
  await call(api.siteInsights.track, { params, body: { events: [view('ann', '/leaving')] } })
  await call(api.sites.delete, { params })
  const left = await app.db
    .selectFrom('insights_place')
    .select('id')
    .where('url', '=', 'https://docs.example.org/leaving')
    .execute()
  expect(left).toEqual([])
})
