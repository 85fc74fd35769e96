import { setImmediate as endOfTurn } from 'node:timers/promises'

type PendingRead<Value> = {
  readonly now: Promise<Value>
  /** How many calls share it. */
  calls: number
  hasStarted: boolean
  next: Promise<Value> | null
}

/** Under load every turn of the event loop brings calls, so this bounds how long the first of them waits. */
const MAX_TURNS = 8

/**
 * Shares reads of the same key: a read starts once a turn of the event loop brings no further call, and calls during it get
 * the result of the next one, together with all other calls in the meantime. So no caller gets a value from before its
 * call, and many callers cost one read at a time.
 */
export function coalesceReads<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const reads = new Map<string, PendingRead<Value>>()

  function begin(key: string): Promise<Value> {
    const start = () => {
      pending.hasStarted = true
      return read(key)
    }
    const end = () => {
      if (reads.get(key) === pending) reads.delete(key)
    }
    const pending: PendingRead<Value> = {
      now: untilQuiet(() => pending.calls)
        .then(start)
        .finally(end),
      calls: 1,
      hasStarted: false,
      next: null,
    }
    reads.set(key, pending)
    return pending.now
  }

  function share(key: string): Promise<Value> {
    const pending = reads.get(key)
    if (pending === undefined) return begin(key)
    if (!pending.hasStarted) {
      pending.calls += 1
      return pending.now
    }
    const again = () => share(key)
    pending.next ??= pending.now.then(again, again)
    return pending.next
  }

  return share
}

async function untilQuiet(calls: () => number): Promise<void> {
  await endOfTurn()
  for (let turn = 1, before = 1; calls() > before && turn < MAX_TURNS; turn++) {
    before = calls()
    await endOfTurn()
  }
}
