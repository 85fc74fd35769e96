// Measures aggregations over a year of 1,000,000 events, and sending events.
import { loadavg } from 'node:os'
import pino from 'pino'
import { api } from '#contract/api.ts'
import type { InsightsAggregation } from '#contract/site-insights.ts'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { manyInsights } from '#testing/many-insights.ts'
import { settle } from '#testing/query-plans.ts'
import { machineLabel } from './measure.ts'
import { startBenchService } from './service.ts'

const count = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 10)
const log = (line: string): void => console.error(`· ${line}`)

const eventTypeIs = (...value: string[]) => ({ column: 'eventType' as const, operator: 'in' as const, value })
const groupedBy = (column: 'url' | 'referrerDomain' | 'eventSearchQuery' | 'visitorBrowser') => ({
  groupBy: [{ column }],
  select: [{ column }, { column: 'eventsCount' as const }, { column: 'visitorsCount' as const }],
  limit: 10,
})
const totals = [
  { column: 'eventsCount' as const },
  { column: 'visitorsCount' as const },
  { column: 'sessionsCount' as const },
]
const aggregationsOver = (
  range: 'last30Days' | 'lastYear',
  interval: 'day' | 'week',
): (readonly [string, InsightsAggregation])[] => [
  [`${range}: all of it by type`, { range, groupBy: [{ column: 'eventType' }] }],
  [`${range}: views, visitors, visits`, { range, where: [eventTypeIs('page_view')], select: totals }],
  [
    `${range}: the same by ${interval}`,
    {
      range,
      where: [eventTypeIs('page_view')],
      groupBy: [{ column: 'datetime', interval }],
      select: [{ column: 'datetime', interval }, ...totals],
    },
  ],
  [
    `${range}: views and visitors of the ten first pages`,
    { range, where: [eventTypeIs('page_view')], ...groupedBy('url') },
  ],
  [`${range}: of browsers`, { range, where: [eventTypeIs('page_view')], ...groupedBy('visitorBrowser') }],
  [
    `${range}: of sites they came from`,
    { range, where: [eventTypeIs('page_view')], ...groupedBy('referrerDomain') },
  ],
  [
    `${range}: searches`,
    { range, where: [eventTypeIs('search_type_query')], ...groupedBy('eventSearchQuery') },
  ],
]

const service = await startBenchService()
try {
  const { id: organizationId } = await service.call(api.organizations.create, {
    body: { title: 'Bench insights' },
  })
  const site = await service.call(api.sites.create, {
    params: { organizationId },
    body: { title: 'Read by many' },
  })
  const params = { organizationId, siteId: site.id }
  const postgres = await startPostgres({ dataDir: service.dataDir, log: pino({ level: 'silent' }) })
  const { db, close } = openDatabase(postgres.connectionString)
  try {
    const startedAt = performance.now()
    await manyInsights(db, params, count, new Date())
    await settle(db)
    log(`${count} events in ${Math.round((performance.now() - startedAt) / 1000)} s`)
  } finally {
    await close()
    await postgres.stop()
  }
  const rows: string[] = []
  for (const [name, body] of [
    ...aggregationsOver('last30Days', 'day'),
    ...aggregationsOver('lastYear', 'week'),
  ]) {
    const times: number[] = []
    for (let round = -2; round < rounds; round++) {
      const startedAt = performance.now()
      await service.call(api.siteInsights.aggregate, { params, body })
      if (round >= 0) times.push(performance.now() - startedAt)
    }
    times.sort((a, b) => a - b)
    rows.push(
      `| ${name} | ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} | ${Math.round(times.at(-1) ?? 0)} |`,
    )
    log(rows.at(-1) ?? '')
  }
  const events = Array.from({ length: 500 }, (_, n) => ({
    type: 'page_view' as const,
    session: {
      visitorId: `v${n % 100}`,
      sessionId: 's',
      userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/130.0',
    },
    location: {
      ...{
        url: `https://docs.example.org/page-${n % 300}`,
        siteSection: null,
        siteSpace: null,
        siteShareKey: null,
      },
      ...{ space: null, revision: null, page: null },
    },
  }))
  const startedAt = performance.now()
  for (let round = 0; round < rounds; round++)
    await service.call(api.siteInsights.track, { params, body: { events } })
  const perCall = (performance.now() - startedAt) / rounds
  console.log(
    [
      `${machineLabel(`${rounds} rounds one after the other, after two that do not count`)} Load average ${loadavg()[0]?.toFixed(1)}.`,
      '',
      '| What, in ms | p50 | longest |',
      '| --- | --: | --: |',
      ...rows,
      '',
      `500 events in one call: ${Math.round(perCall)} ms, so ${Math.round((500 / perCall) * 1000)} events a second.`,
    ].join('\n'),
  )
} finally {
  await service.stop()
}
