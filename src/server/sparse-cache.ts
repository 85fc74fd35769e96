import { LRUCache } from 'lru-cache'

/**
 * A cache of the entries that were used last. It takes memory as it fills, unlike one with the `max` of the library,
 * which reserves memory for all entries: 40 bytes for each, used or not.
 */
export const sparseCache = <K extends {}, V extends {}>(maxEntries: number): LRUCache<K, V> =>
  new LRUCache<K, V>({ maxSize: maxEntries, sizeCalculation: () => 1 })
