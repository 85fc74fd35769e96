import { DomainError } from './errors.ts'

/** Limits how many calls run concurrently and how many wait; further ones are refused. */
export function newConcurrencyLimit(
  maxRunning: number,
  maxWaiting: number,
): <T>(run: () => Promise<T>) => Promise<T> {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (run) => {
    if (busy >= maxRunning) {
      if (waiting.length >= maxWaiting)
        throw new DomainError(
          'rate_limited',
          'Too many requests of this kind are running. Try again in a moment',
          {
            retryAfter: 10,
          },
        )
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else busy += 1
    try {
      return await run()
    } finally {
      const next = waiting.shift()
      if (next === undefined) busy -= 1
      else next()
    }
  }
}
