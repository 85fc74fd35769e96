/**
 * Remembers the outcome of a pure function by the identity of its argument, for as long as that object lives.
 * The models are never changed after they were made, so one printed part serves all pages of a site.
 */
export function memo<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const kept = known.get(key)
    if (kept) return kept.value
    const value = make(key)
    known.set(key, { value })
    return value
  }
}
