import type { Writable } from 'node:stream'
import type { ChangeEvent } from '#contract/events.ts'
import { resetEvent } from './rules.ts'

/** Events that wait for a slow client. Beyond them it gets one `reset` in their place. */
const MAX_PENDING_EVENTS = 200

export type EventStream = {
  readonly open: () => void
  readonly send: (events: readonly ChangeEvent[]) => void
  /** A comment that keeps proxies from closing an idle connection. */
  readonly heartbeat: () => void
}

/**
 * Writes server-sent events no faster than the client reads them, so that a stalled client costs a bounded amount of
 * memory. While the socket's buffer is full, events wait here, one for each type and object. When too many wait, they
 * are dropped, and once the client reads again it gets a `reset`, upon which it reads everything again.
 */
export function createEventStream(socket: Writable, organizationId: string): EventStream {
  const pending = new Map<string, ChangeEvent>()
  let isBlocked = false
  let needsReset = false

  const write = (text: string): void => {
    if (socket.write(text)) return
    isBlocked = true
    socket.once('drain', resume)
  }
  const writeEvent = (event: ChangeEvent): void => write(`data: ${JSON.stringify(event)}\n\n`)

  const resume = (): void => {
    isBlocked = false
    if (needsReset) {
      needsReset = false
      writeEvent(resetEvent(organizationId))
    }
    for (const [key, event] of pending) {
      if (isBlocked) return
      pending.delete(key)
      writeEvent(event)
    }
  }

  const enqueue = (event: ChangeEvent): void => {
    if (needsReset) return
    const key = `${event.type} ${event.id}`
    pending.delete(key)
    pending.set(key, event)
    if (event.type !== 'reset' && pending.size <= MAX_PENDING_EVENTS) return
    pending.clear()
    needsReset = true
  }

  return {
    open: () => write(`retry: 2000\ndata: ${JSON.stringify({ type: 'hello', id: organizationId })}\n\n`),
    send(events) {
      for (const event of events) {
        if (isBlocked) enqueue(event)
        else writeEvent(event)
      }
    },
    heartbeat() {
      if (!isBlocked) write(': still here\n\n')
    },
  }
}
