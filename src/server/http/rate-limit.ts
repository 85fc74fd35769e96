import type { Service } from '../context.ts'
import { sparseCache } from '../sparse-cache.ts'
import { addRequests } from './rate-limit-queries.ts'

export type Rate = {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: number
  readonly over: boolean
}

/**
 * The requests of a key in one minute: those of all instances when they last exchanged their counts, and those of this
 * instance since.
 */
type RateWindow = { count: number; unsent: number; resetAt: number }

const WINDOW_MS = 60_000
/** How often an instance exchanges its counts with the others. */
const EXCHANGE_MS = 1_000
/** Keys below this part of the limit are not exchanged, since most of them never get near it. */
const UNSHARED_PART = 0.1
const MAX_EXCHANGED = 5_000

export type RateLimit = (key: string, now: number) => Rate | null

/**
 * Counts requests per minute and key, which is a person, or the IP address of someone who has not signed in; returns
 * `null` if the limit is 0, which means no limit. A request costs no query: instances exchange their counts each second
 * through the database. With `n` instances, a key can therefore exceed the limit by what it sends in that second, and by
 * `n - 1` times a tenth of the limit.
 * @param name separates the keys of this limit from those of others
 */
export function newRateLimit(
  { db, log }: Pick<Service, 'db' | 'log'>,
  name: string,
  limit: number,
): RateLimit {
  const windows = sparseCache<string, RateWindow>(50_000)
  const waiting = new Map<string, RateWindow>()
  let isScheduled = false

  function exchangeSoon(): void {
    if (isScheduled) return
    isScheduled = true
    setTimeout(exchange, EXCHANGE_MS).unref()
  }

  async function exchange(): Promise<void> {
    const now = Date.now()
    const current = [...waiting].filter(([, window]) => window.resetAt > now)
    const sent = current.map(([key, window]) => ({
      key,
      window,
      count: window.unsent,
      resetAt: window.resetAt,
    }))
    waiting.clear()
    try {
      const totals = await addRequests(db, name, sent, new Date(now))
      for (const { key, window, count } of sent) {
        const total = totals.get(key)
        window.unsent -= count
        // Requests that arrived in the meantime are not part of the total yet.
        if (total !== undefined)
          Object.assign(window, { count: total.count + window.unsent, resetAt: total.resetAt })
      }
    } catch (error) {
      // Without the database there is nothing to protect; this instance goes on counting its own requests.
      log.debug({ err: error }, 'rate limits were not shared with other instances')
    }
    isScheduled = false
    if (waiting.size > 0) exchangeSoon()
  }

  return (key, now) => {
    if (limit === 0) return null
    let window = windows.get(key)
    if (window === undefined || window.resetAt <= now) {
      window = { count: 0, unsent: 0, resetAt: now + WINDOW_MS }
      windows.set(key, window)
    }
    window.count += 1
    window.unsent += 1
    if (window.count >= limit * UNSHARED_PART && waiting.size < MAX_EXCHANGED) {
      waiting.set(key, window)
      exchangeSoon()
    }
    const remaining = Math.max(0, limit - window.count)
    return { limit, remaining, resetAt: Math.ceil(window.resetAt / 1000), over: window.count > limit }
  }
}
