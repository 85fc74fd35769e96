import { dayOf } from '../../lib/days.ts'

const daysBefore = (at: Date, days: number): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() - days)

/** Spans that people ask for most, each until now. */
export const presets = (now: Date): readonly { label: string; from: string }[] => [
  { label: 'Today', from: dayOf(now) },
  { label: 'Last 7 days', from: dayOf(daysBefore(now, 6)) },
  { label: 'Last 30 days', from: dayOf(daysBefore(now, 29)) },
]

const said = (day: string): string =>
  new Date(`${day}T00:00:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** A span in words: `since 1 Nov 2026`, `1 Nov 2026 to 3 Nov 2026`; undefined without one. */
export function daysInWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from !== undefined && from === to) return said(from)
  if (from !== undefined && to !== undefined) return `${said(from)} to ${said(to)}`
  if (from !== undefined) return `since ${said(from)}`
  return to === undefined ? undefined : `until ${said(to)}`
}
