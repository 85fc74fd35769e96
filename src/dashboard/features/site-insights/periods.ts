import { useEffect, useState } from 'react'
import type { InsightsInterval, InsightsPreset } from '#contract/site-insights.ts'
import type { InsightsSearch } from './search-params.ts'

/** A period divided into equal intervals, in UTC. */
export type Period = {
  readonly from: string
  readonly to: string
  readonly interval: InsightsInterval
  /** The start of each interval. */
  readonly intervals: readonly string[]
}

const hour = 3_600_000
const day = 24 * hour
const intervalLengths = { hour, day, week: 7 * day } as const

const presetShapes: Readonly<
  Record<InsightsPreset, { readonly interval: keyof typeof intervalLengths; readonly parts: number }>
> = {
  last24Hours: { interval: 'hour', parts: 24 },
  last7Days: { interval: 'day', parts: 7 },
  last30Days: { interval: 'day', parts: 30 },
  last3Months: { interval: 'day', parts: 91 },
  lastYear: { interval: 'week', parts: 53 },
}

/** The period of a preset: whole hours, days or weeks, of which the last is still running. */
export function periodOf(preset: InsightsPreset, now: Date): Period {
  const { interval, parts } = presetShapes[preset]
  const to = intervalStart(now, interval) + intervalLengths[interval]
  return periodEndingAt(to, interval, parts)
}

/** The preceding period of the same length. */
export const periodBefore = ({ from, interval, intervals }: Period): Period =>
  periodEndingAt(new Date(from).getTime(), interval as keyof typeof intervalLengths, intervals.length)

/** The preceding period, cut to the time that the running one has lasted so far, so that they compare. */
export function untilNow(before: Period, running: Period, now: Date): Period {
  const gone = Math.min(now.getTime(), new Date(running.to).getTime()) - new Date(running.from).getTime()
  return { ...before, to: iso(new Date(before.from).getTime() + gone) }
}

function periodEndingAt(to: number, interval: keyof typeof intervalLengths, count: number): Period {
  const from = to - count * intervalLengths[interval]
  const intervals = Array.from({ length: count }, (_, index) => iso(from + index * intervalLengths[interval]))
  return { from: iso(from), to: iso(to), interval, intervals }
}

function intervalStart(now: Date, interval: keyof typeof intervalLengths): number {
  const time = now.getTime()
  if (interval === 'hour') return time - (time % hour)
  const midnight = time - (time % day)
  return interval === 'day' ? midnight : midnight - ((now.getUTCDay() + 6) % 7) * day
}

const iso = (time: number): string => new Date(time).toISOString()

/** The count of each interval; 0 for those without data. */
export function countsByInterval(
  { intervals }: Period,
  at: readonly unknown[],
  counts: readonly unknown[],
): readonly number[] {
  const known = new Map(at.map((moment, index) => [moment, Number(counts[index] ?? 0)]))
  return intervals.map((part) => known.get(part) ?? 0)
}

const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** The label of an interval: `21 Nov, 14:00`, `21 Nov`, `Week of 16 Nov`. */
export function intervalLabel(part: string, interval: InsightsInterval): string {
  const at = new Date(part)
  if (interval === 'hour') return `${days.format(at)}, ${hours.format(at)}`
  return interval === 'week' ? `Week of ${days.format(at)}` : days.format(at)
}

/** A shorter label for the axis. */
export const tickLabel = (part: string, interval: InsightsInterval): string =>
  (interval === 'hour' ? hours : days).format(new Date(part))

const MINUTE_MS = 60_000

/** The current time, updated every minute. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** The lists of the page; one of them may be expanded. */
export type ListName = NonNullable<InsightsSearch['all']>

export type OnSearch = (change: Partial<InsightsSearch>) => void
