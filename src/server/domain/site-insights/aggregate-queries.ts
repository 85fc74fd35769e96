import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  feedbackRatings,
  type InsightsColumn,
  type InsightsColumnName,
  type InsightsFilter,
  type InsightsMeasure,
  insightsEventTypes,
} from '#contract/site-insights.ts'
import type { Db } from '../../db/client.ts'
import { isMeasure, type Plan } from './rules.ts'

type Sql<T = unknown> = RawBuilder<T>
type Row = Readonly<Record<string, string | number | Date | null>>

const list = (values: readonly unknown[]) => sql.join(values)
const kinds = (column: string, names: readonly string[]) =>
  sql`(array[${sql.join(names.map((name) => sql.lit(name)))}])[${sql.ref(column)}] collate "C"`
const typeNo = (name: (typeof insightsEventTypes)[number]) => sql.lit(insightsEventTypes.indexOf(name) + 1)
const detailOf = (...types: readonly (typeof insightsEventTypes)[number][]) =>
  sql`case when event.type in (${list(types.map(typeNo))}) then event.detail end`

/** Where each column is. No parameters: the database takes two of them for two columns. */
const columns: Readonly<Record<Exclude<InsightsColumnName, InsightsMeasure | 'datetime'>, Sql>> = {
  url: sql.ref('place.url'),
  eventType: kinds('event.type', insightsEventTypes),
  siteSection: sql.ref('place.site_section'),
  siteSpace: sql.ref('place.site_space'),
  page: sql.ref('place.page'),
  visitorDevice: sql.ref('reader.device'),
  visitorBrowser: sql.ref('reader.browser'),
  visitorOS: sql.ref('reader.os'),
  visitorLanguage: sql.ref('reader.language'),
  eventSearchQuery: detailOf('search_type_query', 'search_open_result'),
  eventSearchResults: sql.ref('event.amount'),
  pageFeedbackRating: kinds('event.rating', feedbackRatings),
  eventPageFeedbackComment: detailOf('page_post_feedback_comment'),
  eventLinkTargetDomain: detailOf('link_click'),
  referrerDomain: sql.ref('reader.referrer_domain'),
  utmSource: sql.ref('reader.utm_source'),
  utmMedium: sql.ref('reader.utm_medium'),
  utmCampaign: sql.ref('reader.utm_campaign'),
}

const counts: Readonly<Record<InsightsMeasure, Sql>> = {
  eventsCount: sql`count(*)::int`,
  sessionsCount: sql`count(distinct event.session)::int`,
  visitorsCount: sql`count(distinct event.visitor)::int`,
}

function expressionOf({ column, interval }: InsightsColumn): Sql {
  if (isMeasure(column)) return counts[column]
  if (column !== 'datetime') return columns[column]
  return interval === undefined ? sql.ref('event.at') : sql`date_trunc(${sql.lit(interval)}, event.at, 'UTC')`
}

const signs = { greaterThan: '>', greaterThanOrEqual: '>=', lessThan: '<', lessThanOrEqual: '<=' } as const

function holds({ column, ...filter }: InsightsFilter): Sql<SqlBool> {
  const expression = expressionOf({ column })
  if (filter.operator !== 'in' && filter.operator !== 'notIn') {
    const value = column === 'datetime' ? sql`${filter.value}::timestamptz` : sql`${filter.value}::numeric`
    return sql`${expression} ${sql.raw(signs[filter.operator])} ${value}`
  }
  const named = filter.value.filter((value) => value !== null)
  const isNamed =
    column === 'eventSearchResults'
      ? sql`${expression} = any(${named}::numeric[])`
      : sql`${expression} = any(${named}::text[])`
  const isAmong = filter.value.includes(null)
    ? sql`(${expression} is null or ${isNamed})`
    : sql`(${expression} is not null and ${isNamed})`
  return filter.operator === 'in' ? sql`${isAmong}` : sql`not ${isAmong}`
}

/** The types that are left by the filters; all of them are named to the database, which finds events by their type. */
function typesOf({ where }: Plan): number[] {
  const left = insightsEventTypes.filter((type) =>
    where.every((filter) => {
      if (filter.column !== 'eventType' || !('value' in filter) || !Array.isArray(filter.value)) return true
      return filter.value.includes(type) === (filter.operator === 'in')
    }),
  )
  return left.map((type) => insightsEventTypes.indexOf(type) + 1)
}

const nameOf = (index: number) => `c${index}`

/** Counts the events of a site as a plan says; one row for each of what it tells apart. */
export async function aggregated(db: Db, site: number, plan: Plan): Promise<Row[]> {
  const all = [...plan.groupBy, ...plan.select, ...plan.where, ...plan.having].map(({ column }) => column)
  const place = all.some((column) => ['url', 'siteSection', 'siteSpace', 'page'].includes(column))
  const reader = all.some((column) => /^(?:visitor(?!s)|referrer|utm)/.test(column))
  const types = typesOf(plan)
  const groups = plan.groupBy.map(expressionOf)
  const selected = plan.select.map(
    (column, index) => sql`${expressionOf(column)} as ${sql.ref(nameOf(index))}`,
  )
  const conditions = [
    sql`event.site = ${site}::int`,
    sql`event.type = any(${types}::int2[])`,
    sql`event.at >= ${plan.range.from} and event.at < ${plan.range.to}`,
    ...plan.where.map(holds),
  ]
  const query = sql<Row>`select ${list(selected)} from insights_event event
    ${place ? sql`join insights_place place on place.id = event.place` : sql``}
    ${reader ? sql`join insights_reader reader on reader.id = event.reader` : sql``}
    where ${sql.join(conditions, sql` and `)}
    ${groups.length > 0 ? sql`group by ${list(groups)}` : sql``}
    ${plan.having.length > 0 ? sql`having ${sql.join(plan.having.map(holds), sql` and `)}` : sql``}
    order by ${list(orderOf(plan))} limit ${plan.limit}`
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Numbers of visitors are sorted where there is room for it.
      await sql`select set_config('work_mem', '32MB', true)`.execute(tx)
      const { rows } = await query.execute(tx)
      return rows
    })
}

/** By the column that was asked for, then by all that is told apart, so that the order is always the same. */
function orderOf({ order, select, groupBy }: Plan): Sql[] {
  const first = select.find(({ column }) => column === order.by) ?? { column: order.by }
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`
  return [
    sql`${expressionOf(first)} ${direction} nulls last`,
    ...groupBy.map((column) => sql`${expressionOf(column)} asc nulls last`),
  ]
}

/** The values of a column of the answer, in the order of the rows. */
export const valuesOf = (rows: readonly Row[], index: number): (string | number | null)[] =>
  rows.map((row) => {
    const value = row[nameOf(index)] ?? null
    return value instanceof Date ? value.toISOString() : value
  })
