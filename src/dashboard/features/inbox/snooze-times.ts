export type SnoozeTime = { readonly label: string; readonly at: Date }

const MORNING_HOUR = 9
const LATER_HOURS = 3

const morningIn = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR)

/** The times that snoozing offers, in the time zone of the browser; after 21:00 nothing is later today. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = new Date(now.getTime() + LATER_HOURS * 3_600_000)
  const daysToMonday = (8 - now.getDay()) % 7 || 7
  return [
    ...(later.getDate() === now.getDate() ? [{ label: 'Later today', at: later }] : []),
    { label: 'Tomorrow', at: morningIn(now, 1) },
    { label: 'Next week', at: morningIn(now, daysToMonday) },
  ]
}

/** The morning of a day such as `2027-01-31`. */
export const morningOf = (day: string): Date => new Date(`${day}T0${MORNING_HOUR}:00`)
