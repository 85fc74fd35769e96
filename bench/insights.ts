// Measures aggregates over 1,000,000 events of a year, and events sent to a site of its own.
import { loadavg } from 'node:os'
import pino from 'pino'
import { api } from '#contract/api.ts'
import type { InsightsAggregation } from '#contract/site-insights.ts'
import { openDatabase } from '#server/db/client.ts'
import { startPostgres } from '#server/db/embedded.ts'
import { manyInsights } from '#testing/many-insights.ts'
import { settle } from '#testing/plans.ts'
import { machine } from './measuring.ts'
import { startBenchService } from './service.ts'

const count = Number(process.env.BENCH_EVENTS ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 10)
const say = (line: string): void => console.error(`· ${line}`)

const of = (...value: string[]) => ({ column: 'eventType' as const, operator: 'in' as const, value })
const by = (column: 'url' | 'referrerDomain' | 'eventSearchQuery' | 'visitorBrowser') => ({
  groupBy: [{ column }],
  select: [{ column }, { column: 'eventsCount' as const }, { column: 'visitorsCount' as const }],
  limit: 10,
})
const totals = [
  { column: 'eventsCount' as const },
  { column: 'visitorsCount' as const },
  { column: 'sessionsCount' as const },
]
const over = (
  range: 'last30Days' | 'lastYear',
  interval: 'day' | 'week',
): (readonly [string, InsightsAggregation])[] => [
  [`${range}: all of it by type`, { range, groupBy: [{ column: 'eventType' }] }],
  [`${range}: views, visitors, visits`, { range, where: [of('page_view')], select: totals }],
  [
    `${range}: the same by ${interval}`,
    {
      range,
      where: [of('page_view')],
      groupBy: [{ column: 'datetime', interval }],
      select: [{ column: 'datetime', interval }, ...totals],
    },
  ],
  [`${range}: views and visitors of the ten first pages`, { range, where: [of('page_view')], ...by('url') }],
  [`${range}: of browsers`, { range, where: [of('page_view')], ...by('visitorBrowser') }],
  [`${range}: of sites they came from`, { range, where: [of('page_view')], ...by('referrerDomain') }],
  [`${range}: searches`, { range, where: [of('search_type_query')], ...by('eventSearchQuery') }],
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
    const begun = performance.now()
    await manyInsights(db, params, count, new Date())
    await settle(db)
    say(`${count} events in ${Math.round((performance.now() - begun) / 1000)} s`)
  } finally {
    await close()
    await postgres.stop()
  }
  const rows: string[] = []
  for (const [name, body] of [...over('last30Days', 'day'), ...over('lastYear', 'week')]) {
    const times: number[] = []
    for (let round = -2; round < rounds; round++) {
      const begun = performance.now()
      await service.call(api.siteInsights.aggregate, { params, body })
      if (round >= 0) times.push(performance.now() - begun)
    }
    times.sort((a, b) => a - b)
    rows.push(
      `| ${name} | ${Math.round(times[Math.floor(times.length / 2)] ?? 0)} | ${Math.round(times.at(-1) ?? 0)} |`,
    )
    say(rows.at(-1) ?? '')
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
  const begun = performance.now()
  for (let round = 0; round < rounds; round++)
    await service.call(api.siteInsights.track, { params, body: { events } })
  const each = (performance.now() - begun) / rounds
  console.log(
    [
      `${machine(`${rounds} rounds one after the other, after two that do not count`)} Load average ${loadavg()[0]?.toFixed(1)}.`,
      '',
      '| What, in ms | p50 | longest |',
      '| --- | --: | --: |',
      ...rows,
      '',
      `500 events in one call: ${Math.round(each)} ms, so ${Math.round((500 / each) * 1000)} events a second.`,
    ].join('\n'),
  )
} finally {
  await service.stop()
}
