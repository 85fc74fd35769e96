import { LRUCache } from 'lru-cache'
import { DomainError } from '../errors.ts'

type Failures = { count: number; until: number }

const QUARTER_HOUR_MS = 15 * 60_000

/** Slows down guessing: after some failures each further one doubles the wait, up to a maximum. */
export type Throttle = {
  /** @throws {DomainError} `rate_limited` while the wait lasts. */
  readonly check: (key: string, now: Date) => void
  readonly failed: (key: string, now: Date) => void
  readonly succeeded: (key: string) => void
}

/** The first `freeFailures` cause no wait; no wait is longer than `maxWaitMs`. */
export function newThrottle(freeFailures = 5, maxWaitMs = QUARTER_HOUR_MS): Throttle {
  const failures = new LRUCache<string, Failures>({ max: 20_000, ttl: QUARTER_HOUR_MS * 2 })
  return {
    check(key, now) {
      const wait = (failures.get(key)?.until ?? 0) - now.getTime()
      if (wait <= 0) return
      const seconds = Math.ceil(wait / 1000)
      throw new DomainError('rate_limited', `Too many attempts. Try again in ${seconds} s`, {
        retryAfter: seconds,
      })
    },
    failed(key, now) {
      const count = (failures.get(key)?.count ?? 0) + 1
      const wait = count < freeFailures ? 0 : Math.min(maxWaitMs, 1000 * 2 ** (count - freeFailures))
      failures.set(key, { count, until: now.getTime() + wait })
    },
    succeeded: (key) => void failures.delete(key),
  }
}

/** One throttle per service, so that several services in one process count separately. */
export function throttlesOf<T>(make: () => T): (service: { readonly db: object }) => T {
  const known = new WeakMap<object, T>()
  return ({ db }) => {
    const made = known.get(db) ?? make()
    known.set(db, made)
    return made
  }
}
