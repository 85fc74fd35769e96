import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  feedbackRatings,
  type InsightsColumn,
  type InsightsColumnName,
  type InsightsFilter,
  type InsightsMeasure,
  insightsEventTypes,
  insightsMeasures,
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

/** The SQL of each column, without parameters: PostgreSQL would treat equal expressions as different. */
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

/** Counts of events, and of events that are grouped by session first. */
const counts: Readonly<Record<InsightsMeasure, Sql>> = {
  eventsCount: sql`count(*)::int`,
  sessionsCount: sql`count(distinct event.session)::int`,
  visitorsCount: sql`count(distinct event.visitor)::int`,
}
const countsOfSessions = { ...counts, eventsCount: sql`coalesce(sum(event.times), 0)::int` }

function expressionOf({ column, interval }: InsightsColumn): Sql {
  if (isMeasure(column)) return counts[column]
  if (column !== 'datetime') return columns[column]
  return interval === undefined ? sql.ref('event.at') : sql`date_trunc(${sql.lit(interval)}, event.at, 'UTC')`
}

const OPERATORS = {
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
} as const

function filterCondition({ column, ...filter }: InsightsFilter): Sql<SqlBool> {
  const expression = isMeasure(column) ? sql.ref(`event.${column}`) : expressionOf({ column })
  if (filter.operator !== 'in' && filter.operator !== 'notIn') {
    const value = column === 'datetime' ? sql`${filter.value}::timestamptz` : sql`${filter.value}::numeric`
    return sql`${expression} ${sql.raw(OPERATORS[filter.operator])} ${value}`
  }
  const values = filter.value.filter((value) => value !== null)
  const matchesValue =
    column === 'eventSearchResults'
      ? sql`${expression} = any(${values}::numeric[])`
      : sql`${expression} = any(${values}::text[])`
  const matches = filter.value.includes(null)
    ? sql`(${expression} is null or ${matchesValue})`
    : sql`(${expression} is not null and ${matchesValue})`
  return filter.operator === 'in' ? sql`${matches}` : sql`not ${matches}`
}

/** The event types that pass the filters; the index on events starts with the type. */
function typesOf({ where }: Plan): number[] {
  const types = insightsEventTypes.filter((type) =>
    where.every((filter) => {
      if (filter.column !== 'eventType' || !('value' in filter) || !Array.isArray(filter.value)) return true
      return filter.value.includes(type) === (filter.operator === 'in')
    }),
  )
  return types.map((type) => insightsEventTypes.indexOf(type) + 1)
}

const nameOf = (index: number) => `c${index}`

const LOCATION_COLUMNS: readonly InsightsColumnName[] = ['url', 'siteSection', 'siteSpace', 'page']
const isLocationColumn = ({ column }: { readonly column: InsightsColumnName }) =>
  LOCATION_COLUMNS.includes(column)
const isReaderColumn = ({ column }: { readonly column: InsightsColumnName }) =>
  /^(?:visitor(?!s)|referrer|utm)/.test(column)

type DuplicateGroup = {
  readonly table: string
  readonly name: string
  readonly among: readonly InsightsColumn[]
  readonly where?: Sql
}

/** Joins each location or reader with the first one that is equal in these columns, because grouping by id is fast. */
const joinDeduplicated = ({ table, name, among, where = sql`` }: DuplicateGroup) =>
  sql`join (select ${sql.ref(`${name}.id`)} as id,
      min(${sql.ref(`${name}.id`)}) over (partition by ${list(among.map(expressionOf))}) as same
    from ${sql.table(table)} ${sql.ref(name)} ${where}) ${sql.ref(`${name}s`)} on ${sql.ref(`${name}s.id`)} = ${sql.ref(`event.${name}`)}`

/** The group keys with their names; locations and readers by id. */
function keysOf({ groupBy }: Plan): (readonly [string, Sql])[] {
  const own = groupBy.flatMap((column, index) =>
    isLocationColumn(column) || isReaderColumn(column) ? [] : [[`k${index}`, expressionOf(column)] as const],
  )
  return [
    ...(groupBy.some(isLocationColumn) ? [['place', sql.ref('places.same')] as const] : []),
    ...(groupBy.some(isReaderColumn) ? [['reader', sql.ref('readers.same')] as const] : []),
    ...own,
  ]
}

/** Whether to group events by session first, which leaves few rows if the keys rarely differ within a session. */
const groupsBySession = ({ groupBy, select, having }: Plan): boolean =>
  groupBy.every((column) => column.interval !== undefined || isReaderColumn(column)) &&
  [...select, ...having].some(({ column }) => column === 'visitorsCount' || column === 'sessionsCount')

/** The counts per group, with ids instead of texts. */
function countsQuery(plan: Plan, site: number, conditions: Sql): Sql {
  const keys = keysOf(plan)
  const [places, readers] = [plan.groupBy.filter(isLocationColumn), plan.groupBy.filter(isReaderColumn)]
  const names = keys.map(([name]) => sql.ref(`event.${name}`))
  const selected = keys.map(([name, key]) => sql`${key} as ${sql.ref(name)}`)
  const used = insightsMeasures.filter((measure) =>
    [...plan.select, ...plan.having].some(({ column }) => column === measure),
  )
  const bySession = groupsBySession(plan)
  const numbers = used.map(
    (measure) => sql`${(bySession ? countsOfSessions : counts)[measure]} as ${sql.ref(measure)}`,
  )
  const events = sql`insights_event event
    ${plan.where.some(isLocationColumn) ? sql`join insights_place place on place.id = event.place` : sql``}
    ${plan.where.some(isReaderColumn) ? sql`join insights_reader reader on reader.id = event.reader` : sql``}
    ${places.length > 0 ? joinDeduplicated({ table: 'insights_place', name: 'place', among: places, where: sql`where place.site = ${site}::int` }) : sql``}
    ${readers.length > 0 ? joinDeduplicated({ table: 'insights_reader', name: 'reader', among: readers }) : sql``}
    where ${conditions}`
  const grouped = (by: readonly Sql[]) => (by.length > 0 ? sql`group by ${list(by)}` : sql``)
  if (!bySession) {
    const keyed = keys.map(([, key]) => key)
    return sql`select ${list([...selected, ...numbers])} from ${events} ${grouped(keyed)}`
  }
  const sessions = sql`select ${list([...selected, sql`event.visitor`, sql`event.session`, sql`count(*) as times`])}
    from ${events} ${grouped([...keys.map(([, key]) => key), sql`event.visitor`, sql`event.session`])}`
  return sql`select ${list([...names, ...numbers])} from (${sessions}) event ${grouped(names)}`
}

/** Counts the events of a site; one row per group. */
export async function aggregateEvents(db: Db, site: number, plan: Plan): Promise<Row[]> {
  const shown = (column: InsightsColumn): Sql => {
    if (isMeasure(column.column)) return sql.ref(`event.${column.column}`)
    if (isLocationColumn(column) || isReaderColumn(column)) return expressionOf(column)
    return sql.ref(`event.k${plan.groupBy.findIndex((one) => one.column === column.column)}`)
  }
  const conditions = [
    sql`event.site = ${site}::int`,
    sql`event.type = any(${typesOf(plan)}::int2[])`,
    sql`event.at >= ${plan.range.from} and event.at < ${plan.range.to}`,
    ...plan.where.map(filterCondition),
  ]
  const selected = plan.select.map((column, index) => sql`${shown(column)} as ${sql.ref(nameOf(index))}`)
  const query = sql<Row>`select ${list(selected)}
    from (${countsQuery(plan, site, sql.join(conditions, sql` and `))}) event
    ${plan.groupBy.some(isLocationColumn) ? sql`join insights_place place on place.id = event.place` : sql``}
    ${plan.groupBy.some(isReaderColumn) ? sql`join insights_reader reader on reader.id = event.reader` : sql``}
    ${plan.having.length > 0 ? sql`where ${sql.join(plan.having.map(filterCondition), sql` and `)}` : sql``}
    order by ${list(orderOf(plan, shown))} limit ${plan.limit}`
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      // Counting distinct visitors sorts in memory with this limit.
      await sql`select set_config('work_mem', '32MB', true)`.execute(tx)
      const { rows } = await query.execute(tx)
      return rows
    })
}

/** By the requested column, then by all group keys, so that the order is stable. */
function orderOf({ order, select, groupBy }: Plan, shown: (column: InsightsColumn) => Sql): Sql[] {
  const first = select.find(({ column }) => column === order.by) ?? { column: order.by }
  const direction = order.direction === 'asc' ? sql`asc` : sql`desc`
  return [
    sql`${shown(first)} ${direction} nulls last`,
    ...groupBy.map((column) => sql`${shown(column)} asc nulls last`),
  ]
}

/** The values of a column in the order of the rows. */
export const valuesOf = (rows: readonly Row[], index: number): (string | number | null)[] =>
  rows.map((row) => {
    const value = row[nameOf(index)] ?? null
    return value instanceof Date ? value.toISOString() : value
  })
