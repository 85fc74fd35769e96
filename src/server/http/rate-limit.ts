import { LRUCache } from 'lru-cache'

export type Rate = {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: number
  readonly over: boolean
}

/** Counts requests per minute and key, which is a person, or the IP address of someone who has not signed in; returns `null` if the limit is 0, which means no limit. */
export function newRateLimit(limit: number): (key: string, now: number) => Rate | null {
  const windows = new LRUCache<string, { count: number; resetAt: number }>({ max: 50_000 })
  return (key, now) => {
    if (limit === 0) return null
    let window = windows.get(key)
    if (window === undefined || window.resetAt <= now) {
      window = { count: 0, resetAt: now + 60_000 }
      windows.set(key, window)
    }
    window.count += 1
    const remaining = Math.max(0, limit - window.count)
    return { limit, remaining, resetAt: Math.ceil(window.resetAt / 1000), over: window.count > limit }
  }
}
