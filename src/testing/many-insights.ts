import { sql } from 'kysely'
import type { SiteParams } from '#contract/shared/paths.ts'
import { insightsEventTypes } from '#contract/site-insights.ts'
import type { Db } from '#server/db/client.ts'
import { createMonthTables, insightsSite } from '#server/domain/site-insights/queries.ts'

/**
 * Inserts events of a site over the year before `now` directly into the tables: nine out of ten are page views, of 300
 * pages by 400 kinds of visitors. Returns the number of the site.
 */
export async function manyInsights(db: Db, site: SiteParams, count: number, now: Date): Promise<number> {
  const { no } = await insightsSite(db, site)
  await createMonthTables(
    db,
    Array.from(
      { length: 13 },
      (_, month) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - month, 1)),
    ),
  )
  await sql`insert into insights_place (site, key, url, site_space, page)
    select ${no}::int, md5('place' || ${no}::int || n)::uuid, 'https://docs.example.org/page-' || n, 'space' || n % 4, 'page' || n
    from generate_series(1, 300) n`.execute(db)
  await sql`insert into insights_reader (key, device, browser, os, language, referrer_domain)
    select md5('reader' || n)::uuid, (array['desktop', 'mobile', 'tablet'])[1 + n % 3],
      (array['chrome', 'firefox', 'safari', 'edge'])[1 + n % 4], (array['windows', 'macos', 'linux', 'ios', 'android'])[1 + n % 5],
      (array['en', 'de', 'fr', 'ja'])[1 + n % 4], case when n % 4 > 0 then 'site-' || n % 50 || '.example' end
    from generate_series(1, 400) n on conflict do nothing`.execute(db)
  // Four views per visit; a visitor has a new id on another day.
  await sql`insert into insights_event (at, visitor, session, site, place, reader, amount, type, rating, detail)
    select ${now}::timestamptz - n * (interval '364 days' / ${count}::int), n / 8 * 7919::int8, n / 4 * 104729::int8, ${no}::int, place.id,
      reader.id, case when type = 3 then n % 6 end, type, case when type in (5, 6) then 1 + n % 3 end,
      case type when 3 then 'question ' || n % 500 when 6 then 'Comment ' || n when 7 then 'site-' || n % 40 || '.example' end
    from (select n, (case when n % 10 < 9 then 1 else 2 + n / 10 % ${insightsEventTypes.length - 1}::int end)::int2 as type
      from generate_series(0, ${count - 1}::int) n) event
    join lateral (select array_agg(id order by id) as ids from insights_place where site = ${no}::int) places on true
    join lateral (select array_agg(id order by id) as ids from insights_reader) readers on true
    join insights_place place on place.id = places.ids[1 + (n * 7 + n / 300) % 300]
    join insights_reader reader on reader.id = readers.ids[1 + n / 4 % 400]`.execute(db)
  return no
}
