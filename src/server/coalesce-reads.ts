type PendingRead<Value> = { readonly now: Promise<Value>; next: Promise<Value> | null }

/**
 * Lets callers share reads of the same key: whoever asks while one runs gets the one after it, together with all
 * others who ask meanwhile. So nobody is answered with what was read before they asked, and a crowd costs no more
 * than one read at a time.
 */
export function coalesceReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const readings = new Map<string, PendingRead<Value>>()

  function begin(key: string): Promise<Value> {
    const now = read(key).finally(() => {
      if (readings.get(key)?.now === now) readings.delete(key)
    })
    readings.set(key, { now, next: null })
    return now
  }

  return (key) => {
    const running = readings.get(key)
    if (running === undefined) return begin(key)
    const again = () => begin(key)
    running.next ??= running.now.then(again, again)
    return running.next
  }
}
