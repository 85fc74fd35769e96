import type { Change, ChangeFeed } from '../../changes/feed.ts'
import type { Caller, Service } from '../../context.ts'
import { authorizeBatch } from './authorize-batch.ts'
import type { EventStream } from './event-stream.ts'

/** Changes within this time are sent together, each object once. */
const BATCH_MS = 60
/** Proxies close connections on which nothing is sent for much longer. */
const HEARTBEAT_MS = 25_000
/** Changes that wait while a batch is being authorized. Beyond them everyone gets a `reset`. */
const MAX_PENDING_CHANGES = 1000

/** One open event stream of a caller. */
export type Listener = {
  readonly caller: Caller
  readonly stream: EventStream
  /** Milliseconds before it was added whose changes it gets, too. */
  readonly elapsed: number
  /** Called when the caller may no longer listen, or the service shuts down. */
  readonly end: () => void
}

type Parts = Pick<Service, 'db' | 'log' | 'now' | 'changes'>

type Channel = {
  readonly add: (listener: Listener) => void
  /** Removes a listener, and closes the channel with the last one. */
  readonly remove: (listener: Listener) => void
}

const channelsOf = new WeakMap<ChangeFeed, Map<string, Channel>>()

/**
 * Adds a listener to the changes of an organization until the returned function is called. All listeners of an
 * organization in this process share one subscription and one authorization of each batch.
 */
export function addListener(service: Parts, organizationId: string, listener: Listener): () => void {
  const channels = channelsOf.get(service.changes) ?? new Map<string, Channel>()
  channelsOf.set(service.changes, channels)
  let channel = channels.get(organizationId)
  if (channel === undefined) {
    channel = openChannel(service, organizationId, () => channels.delete(organizationId))
    channels.set(organizationId, channel)
  }
  channel.add(listener)
  const { remove } = channel
  return () => remove(listener)
}

function openChannel(service: Parts, organizationId: string, onClose: () => void): Channel {
  const listeners = new Set<Listener>()
  let pending: (Change | null)[] = []
  let isReady = false
  let hasEnded = false
  /** Set while a batch is being gathered or authorized. */
  let timer: NodeJS.Timeout | undefined

  const schedule = (delay: number): void => {
    timer ??= setTimeout(() => void sendBatch(), delay)
  }

  const sendBatch = async (): Promise<void> => {
    const batch = [...listeners]
    const changes = pending
    pending = []
    try {
      const callers = batch.map(({ caller }) => caller)
      const eventsOf = await authorizeBatch(service, organizationId, callers, changes)
      for (const listener of batch) {
        const events = eventsOf(listener.caller)
        if (events === null) listener.end()
        else if (listeners.has(listener)) listener.stream.send(events)
      }
    } catch (error) {
      service.log.warn({ err: error }, 'Change events could not be sent')
      for (const { end } of batch) end()
    }
    timer = undefined
    if (pending.length > 0 && listeners.size > 0) schedule(BATCH_MS)
  }

  const open = async ({ caller, stream, elapsed, end }: Listener): Promise<void> => {
    stream.open()
    const changes = elapsed === 0 ? [] : service.changes.recent(organizationId, elapsed)
    if (changes.length === 0) return
    try {
      const eventsOf = await authorizeBatch(service, organizationId, [caller], changes)
      stream.send(eventsOf(caller) ?? [])
    } catch (error) {
      service.log.warn({ err: error }, 'Recent change events could not be sent')
      end()
    }
  }

  const unsubscribe = service.changes.subscribe(organizationId, {
    onReady() {
      isReady = true
      for (const listener of listeners) void open(listener)
    },
    onChange(change) {
      if (pending.length < MAX_PENDING_CHANGES) pending.push(change)
      else pending = [null]
      schedule(BATCH_MS)
    },
    onEnd() {
      hasEnded = true
      for (const { end } of [...listeners]) end()
    },
  })

  // A batch without changes still ends the streams of callers whose credential or membership has ended.
  const heartbeat = setInterval(() => {
    for (const { stream } of listeners) stream.heartbeat()
    schedule(0)
  }, HEARTBEAT_MS)

  const closeIfEmpty = (): void => {
    if (listeners.size > 0) return
    unsubscribe()
    clearInterval(heartbeat)
    clearTimeout(timer)
    onClose()
  }

  return {
    add(listener) {
      if (hasEnded) {
        listener.end()
        return closeIfEmpty()
      }
      listeners.add(listener)
      if (isReady) void open(listener)
    },
    remove(listener) {
      if (listeners.delete(listener)) closeIfEmpty()
    },
  }
}
