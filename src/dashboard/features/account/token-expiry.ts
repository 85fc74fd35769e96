import { z } from 'zod'

/** How long a token may live, as it is chosen. */
export const expiries = {
  '30': '30 days',
  '90': '90 days',
  '365': '1 year',
  date: 'Until a date',
  never: 'Until it is revoked',
} as const
export type Expiry = keyof typeof expiries

export const expiry = z.enum(Object.keys(expiries) as [Expiry, ...Expiry[]])

const day = 24 * 60 * 60 * 1000

/** When it ends: at the end of the chosen day where somebody is; undefined for never. */
export function endOf(chosen: Expiry, date: string, now: Date): string | undefined {
  if (chosen === 'never') return undefined
  if (chosen === 'date') return new Date(`${date}T23:59:59`).toISOString()
  return new Date(now.getTime() + Number(chosen) * day).toISOString()
}

/** Why a day cannot be the last one; undefined when it can. */
export function dateFault(date: string, now: Date): string | undefined {
  const end = new Date(`${date}T23:59:59`)
  if (Number.isNaN(end.getTime())) return 'Choose a day'
  return end.getTime() <= now.getTime() ? 'Choose today or a later day' : undefined
}
