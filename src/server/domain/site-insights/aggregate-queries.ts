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

type Counts = Readonly<Record<InsightsMeasure, Sql>>

const counts: Counts = {
  eventsCount: sql`count(*)::int`,
  sessionsCount: sql`count(distinct event.session)::int`,
  visitorsCount: sql`count(distinct event.visitor)::int`,
}

/** The same where events of a visit were put together before. */
const countsOfVisits: Counts = { ...counts, eventsCount: sql`coalesce(sum(event.times), 0)::int` }

function expressionOf({ column, interval }: InsightsColumn, counts: Counts): Sql {
  if (isMeasure(column)) return counts[column]
  if (column !== 'datetime') return columns[column]
  return interval === undefined ? sql.ref('event.at') : sql`date_trunc(${sql.lit(interval)}, event.at, 'UTC')`
}

const signs = { greaterThan: '>', greaterThanOrEqual: '>=', lessThan: '<', lessThanOrEqual: '<=' } as const

const holds =
  (counts: Counts) =>
  ({ column, ...filter }: InsightsFilter): Sql<SqlBool> => {
    const expression = expressionOf({ column }, counts)
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

const ofPlace: readonly InsightsColumnName[] = ['url', 'siteSection', 'siteSpace', 'page']
const isOfReader = (column: InsightsColumnName) => /^(?:visitor(?!s)|referrer|utm)/.test(column)

const joined = (used: readonly { readonly column: InsightsColumnName }[]) => sql`
  ${used.some(({ column }) => ofPlace.includes(column)) ? sql`join insights_place place on place.id = event.place` : sql``}
  ${used.some(({ column }) => isOfReader(column)) ? sql`join insights_reader reader on reader.id = event.reader` : sql``}`

/**
 * Whether the events of a visit can be put together before visitors are counted, which leaves few rows to sort: where
 * nothing is told apart but time by intervals and kinds of readers.
 */
const isByVisit = ({ groupBy, select, having }: Plan): boolean =>
  groupBy.every(({ column, interval }) => interval !== undefined || isOfReader(column)) &&
  [...select, ...having].some(({ column }) => column === 'visitorsCount' || column === 'sessionsCount')

function visitsOf({ groupBy, where }: Plan, conditions: Sql): Sql {
  const time = groupBy.find(({ column }) => column === 'datetime')
  const at = time ? expressionOf(time, counts) : sql`null::timestamptz`
  const reader = groupBy.some(({ column }) => isOfReader(column)) ? sql.ref('event.reader') : sql`null::int`
  return sql`(select ${at} as at, ${reader} as reader, event.visitor, event.session, count(*) as times
    from insights_event event ${joined(where)} where ${conditions} group by 1, 2, 3, 4) event`
}

/** Counts the events of a site as a plan says; one row for each of what it tells apart. */
export async function aggregated(db: Db, site: number, plan: Plan): Promise<Row[]> {
  const byVisit = isByVisit(plan)
  const counting = byVisit ? countsOfVisits : counts
  const groups = plan.groupBy.map((column) => expressionOf(column, counting))
  const selected = plan.select.map(
    (column, index) => sql`${expressionOf(column, counting)} as ${sql.ref(nameOf(index))}`,
  )
  const conditions = sql.join(
    [
      sql`event.site = ${site}::int`,
      sql`event.type = any(${typesOf(plan)}::int2[])`,
      sql`event.at >= ${plan.range.from} and event.at < ${plan.range.to}`,
      ...plan.where.map(holds(counts)),
    ],
    sql` and `,
  )
  const from = byVisit
    ? sql`${visitsOf(plan, conditions)} ${joined(plan.groupBy)}`
    : sql`insights_event event ${joined([...plan.groupBy, ...plan.where])} where ${conditions}`
  const query = sql<Row>`select ${list(selected)} from ${from}
    ${groups.length > 0 ? sql`group by ${list(groups)}` : sql``}
    ${plan.having.length > 0 ? sql`having ${sql.join(plan.having.map(holds(counting)), sql` and `)}` : sql``}
    order by ${list(orderOf(plan, counting))} limit ${plan.limit}`
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
function orderOf({ order, select, groupBy }: Plan, counts: Counts): Sql[] {
  const first = select.find(({ column }) => column === order.by) ?? { column: order.by }
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`
  return [
    sql`${expressionOf(first, counts)} ${direction} nulls last`,
    ...groupBy.map((column) => sql`${expressionOf(column, counts)} asc nulls last`),
  ]
}

/** The values of a column of the answer, in the order of the rows. */
export const valuesOf = (rows: readonly Row[], index: number): (string | number | null)[] =>
  rows.map((row) => {
    const value = row[nameOf(index)] ?? null
    return value instanceof Date ? value.toISOString() : value
  })
