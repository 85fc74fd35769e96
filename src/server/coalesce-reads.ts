type PendingRead<Value> = { readonly now: Promise<Value>; next: Promise<Value> | null }

/**
 * Shares reads of the same key: calls during a read get the result of the next one, together with all other calls in
 * the meantime. So no caller gets a value from before its call, and many callers cost one read at a time.
 */
export function coalesceReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const reads = new Map<string, PendingRead<Value>>()

  function begin(key: string): Promise<Value> {
    const now = read(key).finally(() => {
      if (reads.get(key)?.now === now) reads.delete(key)
    })
    reads.set(key, { now, next: null })
    return now
  }

  return (key) => {
    const running = reads.get(key)
    if (running === undefined) return begin(key)
    const again = () => begin(key)
    running.next ??= running.now.then(again, again)
    return running.next
  }
}
