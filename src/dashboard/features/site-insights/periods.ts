import type { InsightsInterval, InsightsPreset } from '#contract/site-insights.ts'

/** A stretch of time cut into equal parts, in UTC. */
export type Period = {
  readonly from: string
  readonly to: string
  readonly interval: InsightsInterval
  /** Where each part begins. */
  readonly parts: readonly string[]
}

const hour = 3_600_000
const day = 24 * hour
const lengths = { hour, day, week: 7 * day } as const

const shapes: Readonly<
  Record<InsightsPreset, { readonly interval: keyof typeof lengths; readonly parts: number }>
> = {
  last24Hours: { interval: 'hour', parts: 24 },
  last7Days: { interval: 'day', parts: 7 },
  last30Days: { interval: 'day', parts: 30 },
  last3Months: { interval: 'day', parts: 91 },
  lastYear: { interval: 'week', parts: 53 },
}

/** The period that a name stands for: whole hours, days or weeks, the one that runs now as its last. */
export function periodOf(preset: InsightsPreset, now: Date): Period {
  const { interval, parts } = shapes[preset]
  const to = beginOf(now, interval) + lengths[interval]
  return ending(to, interval, parts)
}

/** The period of the same length before one. */
export const periodBefore = ({ from, interval, parts }: Period): Period =>
  ending(new Date(from).getTime(), interval as keyof typeof lengths, parts.length)

/** A period before, as far as the one that runs has come: whole ones do not compare with what is not over. */
export function asFarAs(before: Period, running: Period, now: Date): Period {
  const gone = Math.min(now.getTime(), new Date(running.to).getTime()) - new Date(running.from).getTime()
  return { ...before, to: iso(new Date(before.from).getTime() + gone) }
}

function ending(to: number, interval: keyof typeof lengths, count: number): Period {
  const from = to - count * lengths[interval]
  const parts = Array.from({ length: count }, (_, index) => iso(from + index * lengths[interval]))
  return { from: iso(from), to: iso(to), interval, parts }
}

function beginOf(now: Date, interval: keyof typeof lengths): number {
  const time = now.getTime()
  if (interval === 'hour') return time - (time % hour)
  const midnight = time - (time % day)
  return interval === 'day' ? midnight : midnight - ((now.getUTCDay() + 6) % 7) * day
}

const iso = (time: number): string => new Date(time).toISOString()

/** The count of each part, 0 where nothing is known of it. */
export function filled(
  { parts }: Period,
  at: readonly unknown[],
  counts: readonly unknown[],
): readonly number[] {
  const known = new Map(at.map((moment, index) => [moment, Number(counts[index] ?? 0)]))
  return parts.map((part) => known.get(part) ?? 0)
}

const hours = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' })
const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** A part as it is named: `14:00`, `21 Nov`, `Week of 16 Nov`. */
export function partName(part: string, interval: InsightsInterval): string {
  const at = new Date(part)
  if (interval === 'hour') return `${days.format(at)}, ${hours.format(at)}`
  return interval === 'week' ? `Week of ${days.format(at)}` : days.format(at)
}

/** The same below an axis, where there is little room. */
export const tickName = (part: string, interval: InsightsInterval): string =>
  (interval === 'hour' ? hours : days).format(new Date(part))
