import type { Issue } from '#contract/shared/errors.ts'
import {
  type InsightsAggregation,
  type InsightsColumn,
  type InsightsColumnName,
  type InsightsEvent,
  type InsightsFilter,
  type InsightsMeasure,
  type InsightsPreset,
  insightsMeasures,
  MAX_EVENT_AGE_MONTHS,
  MAX_MINUTES_AHEAD,
} from '#contract/site-insights.ts'
import { invalid } from '../../errors.ts'

export type Range = { readonly from: Date; readonly to: Date }

/** A validated aggregation. */
export type Plan = {
  readonly range: Range
  readonly select: readonly InsightsColumn[]
  readonly groupBy: readonly InsightsColumn[]
  /** Filters of events (`where`) and of counts (`having`). */
  readonly where: readonly InsightsFilter[]
  readonly having: readonly InsightsFilter[]
  readonly order: { readonly by: InsightsColumnName; readonly direction: 'asc' | 'desc' }
  readonly limit: number
}

const MAX_ROWS = 1000
const measures: readonly string[] = insightsMeasures
export const isMeasure = (name: InsightsColumnName): name is InsightsMeasure => measures.includes(name)

/** @throws {DomainError} `validation` with one issue per invalid part. */
export function planOf(input: InsightsAggregation, now: Date): Plan {
  const select = input.select ?? [...(input.groupBy ?? []), { column: 'eventsCount' as const }]
  const dimensions = select.filter(({ column }) => !isMeasure(column))
  const groupBy = input.groupBy ?? dimensions
  const order = input.order ?? defaultOrder(select)
  const range = rangeOf(input.range, now)
  const where = input.where ?? []
  const issues = [
    ...(range.from > range.to ? [issue(['range'], '“from” is after “to”')] : []),
    ...columnIssues('select', select),
    ...columnIssues('groupBy', groupBy),
    ...dimensions.flatMap((one) =>
      groupBy.some((other) => isSame(one, other))
        ? []
        : [issue(['select'], `“${one.column}” is in select but not in groupBy`)],
    ),
    ...(select.some(({ column }) => column === order.by)
      ? []
      : [issue(['order', 'by'], `“${order.by}” isn’t in select`)]),
    ...where.flatMap((filter, index) => filterIssues(filter, index)),
  ]
  if (issues.length > 0) throw invalid(issues)
  return {
    range,
    select,
    groupBy,
    where: where.filter(({ column }) => !isMeasure(column)),
    having: where.filter(({ column }) => isMeasure(column)),
    order,
    limit: input.limit ?? MAX_ROWS,
  }
}

const issue = (path: readonly (string | number)[], message: string): Issue => ({
  path: ['body', ...path],
  message,
})

const isSame = (a: InsightsColumn, b: InsightsColumn) => a.column === b.column && a.interval === b.interval

function columnIssues(name: string, columns: readonly InsightsColumn[]): Issue[] {
  return columns.flatMap(({ column, interval }, index) => [
    ...(columns.findIndex((other) => other.column === column) < index
      ? [issue([name, index], `“${column}” is listed twice`)]
      : []),
    ...(interval !== undefined && column !== 'datetime'
      ? [issue([name, index, 'interval'], 'Only “datetime” can have an interval')]
      : []),
  ])
}

/** By time if it is selected, else by the highest count, else by the first column. */
function defaultOrder(select: readonly InsightsColumn[]): Plan['order'] {
  if (select.some(({ column }) => column === 'datetime')) return { by: 'datetime', direction: 'asc' }
  const count = select.find(({ column }) => isMeasure(column))
  if (count) return { by: count.column, direction: 'desc' }
  return { by: select[0]?.column ?? 'eventsCount', direction: 'asc' }
}

const COMPARABLE_COLUMNS: readonly InsightsColumnName[] = [
  'datetime',
  'eventSearchResults',
  ...insightsMeasures,
]
const numeric = (column: InsightsColumnName): boolean => column === 'eventSearchResults' || isMeasure(column)

function filterIssues({ column, operator, value }: InsightsFilter, index: number): Issue[] {
  const at = (message: string) => [issue(['where', index], message)]
  if (operator === 'in' || operator === 'notIn') {
    if (column === 'datetime') return at('“datetime” doesn’t support lists. Use a comparison')
    const type = numeric(column) ? 'number' : 'string'
    return value.every((one) => one === null || typeof one === type) ? [] : at(`“${column}” is a ${type}`)
  }
  if (!COMPARABLE_COLUMNS.includes(column)) return at(`“${column}” can’t be compared. Use “in” or “notIn”`)
  if (column !== 'datetime') return typeof value === 'number' ? [] : at(`“${column}” is a number`)
  return typeof value === 'string' && momentOf(value) !== null
    ? []
    : at('“datetime” must be an RFC 3339 date and time')
}

const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/

/** The date of a filter value; null if it is not a valid timestamp. */
export function momentOf(text: string): Date | null {
  const moment = new Date(text)
  return TIMESTAMP.test(text) && !Number.isNaN(moment.getTime()) ? moment : null
}

const hours = (count: number) => count * 3_600_000

/** The time range of an aggregation; presets end slightly after now, so that the newest events are included. */
export function rangeOf(range: InsightsAggregation['range'], now: Date): Range {
  if (typeof range !== 'string') return { from: new Date(range.from), to: new Date(range.to) }
  return { from: startOf(range, now), to: new Date(now.getTime() + MAX_MINUTES_AHEAD * 60_000) }
}

function startOf(preset: InsightsPreset, now: Date): Date {
  if (preset === 'last24Hours') return new Date(now.getTime() - hours(24))
  if (preset === 'last7Days') return new Date(now.getTime() - hours(7 * 24))
  if (preset === 'last30Days') return new Date(now.getTime() - hours(30 * 24))
  return monthsBefore(now, preset === 'last3Months' ? 3 : 12)
}

/** The same moment some months before, or the last day of a shorter month. */
export function monthsBefore(moment: Date, months: number): Date {
  const before = new Date(moment)
  before.setUTCDate(1)
  before.setUTCMonth(before.getUTCMonth() - months)
  const last = new Date(Date.UTC(before.getUTCFullYear(), before.getUTCMonth() + 1, 0)).getUTCDate()
  before.setUTCDate(Math.min(moment.getUTCDate(), last))
  return before
}

/** @throws {DomainError} `validation` when an event is too old or in the future. */
export function expectTimely(events: readonly InsightsEvent[], now: Date): void {
  const [from, to] = [
    monthsBefore(now, MAX_EVENT_AGE_MONTHS),
    new Date(now.getTime() + MAX_MINUTES_AHEAD * 60_000),
  ]
  const issues = events.flatMap(({ timestamp }, index) => {
    const at = timestamp === undefined ? now : new Date(timestamp)
    if (at >= from && at <= to) return []
    const message = at < from ? 'This is too far in the past' : 'This is in the future'
    return [issue(['events', index, 'timestamp'], message)]
  })
  if (issues.length > 0) throw invalid(issues)
}
