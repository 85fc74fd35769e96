import pg from 'pg'
import type { Logger } from 'pino'

/** One committed change, as the database told it: kind of object, what happened, its id, version and parent. */
export type Change = {
  readonly kind: string
  readonly act: 'created' | 'updated' | 'deleted'
  readonly id: string
  readonly version?: number
  readonly parent?: string
}

/** Hears the changes of one organization; null when some may have been missed. */
export type Listener = {
  /** From now on nothing committed is missed. */
  readonly ready: () => void
  readonly hear: (change: Change | null) => void
  /** The service ends, or the database is gone for good. */
  readonly end: () => void
}

export type ChangeFeed = {
  /** Listens until the answered function is called. */
  readonly listen: (organizationId: string, listener: Listener) => () => void
  /** Ends every listener and the connection. */
  readonly close: () => Promise<void>
}

const channel = 'lectern_changes'
/** Waits between trials to connect again: from 250 ms, doubled up to 10 s. */
const firstWait = 250
const longestWait = 10_000

/** What the triggers send. */
type Told = { o: string; k: string; a: Change['act']; i: string; v?: number; p?: string }

/** The changes of a database, for all who listen in this process, over one connection that comes back by itself. */
export function feedOf(connectionString: string, log: Logger): ChangeFeed {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let again: NodeJS.Timeout | undefined
  let wait = firstWait
  let closed = false
  let listening = false

  const begun = new WeakSet<Listener>()
  const begin = (listener: Listener): void => {
    begun.add(listener)
    listener.ready()
  }
  const everyone = () => [...listeners.values()].flatMap((some) => [...some])

  const tell = (payload: string | undefined): void => {
    const { o, k, a, i, v, p } = JSON.parse(payload ?? '{}') as Told
    const change: Change = {
      kind: k,
      act: a,
      id: i,
      ...(v === undefined ? {} : { version: v }),
      ...(p === undefined ? {} : { parent: p }),
    }
    for (const listener of listeners.get(o) ?? []) listener.hear(change)
  }

  const lost = (from: pg.Client): void => {
    if (client !== from || closed) return
    client = undefined
    listening = false
    log.warn('The connection that hears changes was lost; connecting again')
    again = setTimeout(() => void connect(), wait).unref()
    wait = Math.min(wait * 2, longestWait)
  }

  const connect = async (): Promise<void> => {
    if (client !== undefined || closed) return
    const mine = new pg.Client({ connectionString, application_name: 'lectern changes', keepAlive: true })
    client = mine
    mine.on('notification', ({ payload }) => tell(payload))
    mine.on('error', () => lost(mine))
    mine.on('end', () => lost(mine))
    try {
      await mine.connect()
      await mine.query(`listen ${channel}`)
      wait = firstWait
      listening = true
      for (const listener of everyone()) {
        if (begun.has(listener)) listener.hear(null)
        else begin(listener)
      }
    } catch (error) {
      log.warn({ err: error }, 'Changes cannot be heard')
      lost(mine)
      await mine.end().catch(() => undefined)
    }
  }

  return {
    listen(organizationId, listener) {
      const there = listeners.get(organizationId) ?? new Set()
      listeners.set(organizationId, there.add(listener))
      if (closed) listener.end()
      else if (listening) begin(listener)
      else void connect()
      return () => {
        there.delete(listener)
        if (there.size === 0) listeners.delete(organizationId)
      }
    },
    async close() {
      closed = true
      clearTimeout(again)
      for (const listener of everyone()) listener.end()
      listeners.clear()
      await client?.end().catch(() => undefined)
    },
  }
}
