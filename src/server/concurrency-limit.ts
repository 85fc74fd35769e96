import { DomainError } from './errors.ts'

/** Lets so many do something at once, and so many more wait for their turn; the next is refused. */
export function newConcurrencyLimit(
  maxRunning: number,
  maxWaiting: number,
): <T>(act: () => Promise<T>) => Promise<T> {
  let busy = 0
  const waiting: (() => void)[] = []
  return async (act) => {
    if (busy >= maxRunning) {
      if (waiting.length >= maxWaiting)
        throw new DomainError('rate_limited', 'Too much is being made at once. Try again in a moment', {
          retryAfter: 10,
        })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else busy += 1
    try {
      return await act()
    } finally {
      const next = waiting.shift()
      if (next === undefined) busy -= 1
      else next()
    }
  }
}
