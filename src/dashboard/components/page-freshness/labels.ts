import type { PageFreshness } from '#contract/page-freshness.ts'
import { pluralize } from '../../lib/labels.ts'

const format = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** `12 Nov 2026` of `2026-11-12`. */
export const dayLabel = (day: string): string => format.format(new Date(`${day}T00:00:00Z`))

/** `Every month`, `Every 6 months`; `Never` without an interval. */
export const intervalLabel = (months: number | undefined): string => {
  if (months === undefined) return 'Never'
  return months === 1 ? 'Every month' : `Every ${pluralize(months, 'month')}`
}

const PRESETS = [1, 3, 6, 12]

/** The intervals to choose from, with one that was set to something else. */
export const intervalChoices = (current: number | undefined) =>
  [...new Set([...PRESETS, ...(current === undefined ? [] : [current])])]
    .sort((a, b) => a - b)
    .map((months) => ({ value: String(months), label: intervalLabel(months) }))

/** `Overdue since 12 Nov 2026`, `Next review on 12 Nov 2026`; undefined without a review date. */
export function reviewLabel({
  dueOn,
  overdue,
}: Pick<PageFreshness, 'dueOn' | 'overdue'>): string | undefined {
  if (dueOn === undefined) return undefined
  return `${overdue ? 'Overdue since' : 'Next review on'} ${dayLabel(dueOn)}`
}
