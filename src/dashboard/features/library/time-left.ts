import { counted } from '../../lib/words.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long the service keeps what is in the trash. */
export const keptFor = 7 * day

/** `6 days left`, `1 day left`, `5 hours left`, `12 minutes left`, `about to go`. */
export function timeLeft(deletedAt: Date, now: Date): string {
  const left = deletedAt.getTime() + keptFor - now.getTime()
  if (left < minute) return 'about to go'
  if (left < hour) return `${counted(Math.floor(left / minute), 'minute')} left`
  if (left < day) return `${counted(Math.floor(left / hour), 'hour')} left`
  return `${counted(Math.floor(left / day), 'day')} left`
}

/** Whether it goes within a day. */
export const goesSoon = (deletedAt: Date, now: Date): boolean =>
  deletedAt.getTime() + keptFor - now.getTime() < day
