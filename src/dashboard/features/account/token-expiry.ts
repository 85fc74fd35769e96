import { z } from 'zod'

/** The choices for the lifetime of a token. */
export const expiries = {
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In 1 year',
  date: 'On a date',
  never: 'Never',
} as const
export type Expiry = keyof typeof expiries

export const expiry = z.enum(Object.keys(expiries) as [Expiry, ...Expiry[]])

const day = 24 * 60 * 60 * 1000

/** The expiry as ISO date. A chosen day ends at midnight local time; undefined means never. */
export function expiryDate(choice: Expiry, date: string, now: Date): string | undefined {
  if (choice === 'never') return undefined
  if (choice === 'date') return new Date(`${date}T23:59:59`).toISOString()
  return new Date(now.getTime() + Number(choice) * day).toISOString()
}

/** Why a day cannot be the last one, or undefined if it can. */
export function dateError(date: string, now: Date): string | undefined {
  const end = new Date(`${date}T23:59:59`)
  if (Number.isNaN(end.getTime())) return 'Choose a date'
  return end.getTime() <= now.getTime() ? 'Choose today or a later date' : undefined
}
