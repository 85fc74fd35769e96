import { LRUCache } from 'lru-cache'

const counts = new LRUCache<string, number>({ max: 20_000 })

/**
 * A count that is made once as long as nothing of the organization changed: `stamp` counts up with every change of
 * what its lists show (migration 0005), so a kept count is never older than the last change that was acknowledged.
 * @param key what is counted: the organization and all that narrows the list.
 */
export async function cachedCount(stamp: number, key: string, count: () => Promise<number>): Promise<number> {
  const known = counts.get(`${stamp} ${key}`)
  if (known !== undefined) return known
  const counted = await count()
  counts.set(`${stamp} ${key}`, counted)
  return counted
}
