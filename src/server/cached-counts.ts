import { sparseCache } from './sparse-cache.ts'

const counts = sparseCache<string, number>(20_000)

/**
 * A count that is cached until something in the organization changes: `stamp` increases with every change of its lists
 * (migration 0005), so a cached count is never older than the last acknowledged change.
 * @param key identifies the list: the organization and all filters
 */
export async function cachedCount(stamp: number, key: string, count: () => Promise<number>): Promise<number> {
  const known = counts.get(`${stamp} ${key}`)
  if (known !== undefined) return known
  const counted = await count()
  counts.set(`${stamp} ${key}`, counted)
  return counted
}
