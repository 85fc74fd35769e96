import pg from 'pg'
import type { Logger } from 'pino'

/** One committed change as the database reports it: kind of object, action, its id, version and parent. */
export type Change = {
  readonly kind: string
  readonly action: 'created' | 'updated' | 'deleted'
  readonly id: string
  readonly version?: number
  readonly parent?: string
}

/** Receives the changes of one organization. */
export type ChangeSubscriber = {
  /** From now on no committed change is missed. */
  readonly onReady: () => void
  /** Null means that changes may have been missed. */
  readonly onChange: (change: Change | null) => void
  /** The service is shutting down. */
  readonly onEnd: () => void
}

export type ChangeFeed = {
  /** The changes of an organization within the last milliseconds; null in it means that some may be missing. */
  readonly recent: (organizationId: string, withinMs: number) => readonly (Change | null)[]
  /** Subscribes until the returned function is called. */
  readonly subscribe: (organizationId: string, subscriber: ChangeSubscriber) => () => void
  /** Ends every subscription and the connection. */
  readonly close: () => Promise<void>
}

const CHANNEL = 'lectern_changes'
/** The delay before connecting again doubles from the first to the second. */
const FIRST_RETRY_MS = 250
const MAX_RETRY_MS = 10_000
/** How often changes are sent that the process that made them could not send. */
const SWEEP_MS = 500
/** Changes of all organizations that are remembered for clients that read just before they subscribed. */
const MAX_RECENT_CHANGES = 2000
/** How long the request of such a client may be under way. Changes that it knows already do no harm. */
const MAX_LATENCY_MS = 5000

/** What the triggers send: organization, kind, action, id, version and parent. */
type Payload = { o: string; k: string; a: Change['action']; i: string; v?: number; p?: string }

/**
 * The changes of a database for all subscribers in this process, over one connection that is opened with the first
 * subscriber and reconnects when it is lost.
 */
export function createChangeFeed(connectionString: string, log: Logger): ChangeFeed {
  const subscribers = new Map<string, Set<ChangeSubscriber>>()
  const ready = new WeakSet<ChangeSubscriber>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let sweep: NodeJS.Timeout | undefined
  let retryDelay = FIRST_RETRY_MS
  let isClosed = false
  let isListening = false
  let recent: { readonly at: number; readonly organizationId: string; readonly change: Change }[] = []
  /** No change since then is missing among the recent ones. */
  let completeSince = Number.POSITIVE_INFINITY

  const remember = (organizationId: string, change: Change): void => {
    recent.push({ at: performance.now(), organizationId, change })
    if (recent.length <= MAX_RECENT_CHANGES) return
    recent = recent.slice(MAX_RECENT_CHANGES / 2)
    completeSince = recent[0]?.at ?? performance.now()
  }

  const markReady = (subscriber: ChangeSubscriber): void => {
    ready.add(subscriber)
    subscriber.onReady()
  }
  const allSubscribers = () => [...subscribers.values()].flatMap((some) => [...some])

  const publish = (payload: string | undefined): void => {
    const { o, k, a, i, v, p } = JSON.parse(payload ?? '{}') as Payload
    const change: Change = {
      kind: k,
      action: a,
      id: i,
      ...(v === undefined ? {} : { version: v }),
      ...(p === undefined ? {} : { parent: p }),
    }
    remember(o, change)
    for (const subscriber of subscribers.get(o) ?? []) subscriber.onChange(change)
  }

  const reconnectAfter = (lost: pg.Client): void => {
    if (client !== lost || isClosed) return
    client = undefined
    isListening = false
    clearInterval(sweep)
    completeSince = Number.POSITIVE_INFINITY
    log.warn('The connection for change events was lost; reconnecting')
    retry = setTimeout(() => void connect(), retryDelay).unref()
    retryDelay = Math.min(retryDelay * 2, MAX_RETRY_MS)
  }

  const connect = async (): Promise<void> => {
    if (client !== undefined || isClosed) return
    const opened = new pg.Client({ connectionString, application_name: 'lectern changes', keepAlive: true })
    client = opened
    opened.on('notification', ({ payload }) => publish(payload))
    opened.on('error', () => reconnectAfter(opened))
    opened.on('end', () => reconnectAfter(opened))
    try {
      await opened.connect()
      await opened.query(`listen ${CHANNEL}`)
      retryDelay = FIRST_RETRY_MS
      isListening = true
      sweep = setInterval(
        () => void opened.query('select relay_changes(1000)').catch(() => undefined),
        SWEEP_MS,
      )
      sweep.unref()
      completeSince = performance.now()
      for (const subscriber of allSubscribers()) {
        if (ready.has(subscriber)) subscriber.onChange(null)
        else markReady(subscriber)
      }
    } catch (error) {
      log.warn({ err: error }, 'Cannot listen for change events')
      reconnectAfter(opened)
      // It may never have been connected; another one is on its way.
      await opened.end().catch(() => undefined)
    }
  }

  return {
    recent(organizationId, withinMs) {
      const since = performance.now() - withinMs
      if (since < completeSince) return [null]
      const from = since - MAX_LATENCY_MS
      return recent
        .filter((one) => one.organizationId === organizationId && one.at >= from)
        .map(({ change }) => change)
    },
    subscribe(organizationId, subscriber) {
      const some = subscribers.get(organizationId) ?? new Set()
      subscribers.set(organizationId, some.add(subscriber))
      if (isClosed) subscriber.onEnd()
      else if (isListening) markReady(subscriber)
      else void connect()
      return () => {
        some.delete(subscriber)
        if (some.size === 0 && subscribers.get(organizationId) === some) subscribers.delete(organizationId)
      }
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      clearInterval(sweep)
      for (const subscriber of allSubscribers()) subscriber.onEnd()
      subscribers.clear()
      // The connection may be lost already, and nothing depends on it any more.
      await client?.end().catch(() => undefined)
    },
  }
}
