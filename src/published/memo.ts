/**
 * Caches the result of a pure function by the identity of its argument, for as long as that object exists. Models are
 * immutable, so a printed part can be reused on all pages of a site.
 */
export function memo<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const results = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const cached = results.get(key)
    if (cached) return cached.value
    const value = compute(key)
    results.set(key, { value })
    return value
  }
}
