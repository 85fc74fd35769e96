import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#contract/api.ts'
import { requestPath } from '#contract/client.ts'
import type { ChangeEvent } from '#contract/events.ts'
import { applyChangeEvents } from './freshness.ts'

/** A stream that the server refused is opened again after this time. */
const RECONNECT_MS = 15_000
/** The service remembers changes for this time. */
const MAX_ELAPSED_MS = 60_000

/**
 * Calls `onEvent` for every change in an organization; returns how to stop. One window of the browser holds the
 * stream and passes events on to the others, because browsers open only a few connections to a server. When it
 * closes, the next window takes over.
 */
export function subscribeToChanges(
  organizationId: string,
  onEvent: (event: ChangeEvent) => void,
): () => void {
  const name = `lectern changes ${organizationId}`
  const channel = new BroadcastChannel(name)
  const stopped = new AbortController()
  const { signal } = stopped
  channel.onmessage = ({ data }: MessageEvent<ChangeEvent>) => onEvent(data)
  let isFirst = true
  const publish = (event: ChangeEvent) => {
    const isExpected = event.type === 'hello' && isFirst
    isFirst = false
    if (isExpected) return
    // A later hello means that the stream was interrupted.
    const published = event.type === 'hello' ? { ...event, type: 'reset' } : event
    onEvent(published)
    channel.postMessage(published)
  }
  const lead = () => readStream(organizationId, publish, signal)
  const leadInTurn = async () => {
    const wasFree = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await lead()
      return lock !== null
    })
    if (wasFree || signal.aborted) return
    await navigator.locks.request(name, { signal }, () => {
      // A window that takes over from another one may have missed events.
      isFirst = false
      return lead()
    })
  }
  // Without a secure context there are no locks: then every window has its own stream.
  const leading = 'locks' in navigator ? leadInTurn() : lead()
  leading.catch(() => undefined)
  return () => {
    stopped.abort()
    channel.close()
  }
}

/** Reads the stream until the signal aborts; the browser itself reconnects when the connection breaks. */
function readStream(
  organizationId: string,
  onEvent: (event: ChangeEvent) => void,
  stopped: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let timer: number | undefined
    let source: EventSource | undefined
    let isRefused = false
    const open = () => {
      // What this window read since it was opened may have changed before the stream begins.
      const elapsed = Math.min(Math.ceil(performance.now()), MAX_ELAPSED_MS)
      source = new EventSource(requestPath(api.events.stream, { organizationId }, { elapsed }))
      source.onmessage = ({ data }: MessageEvent<string>) => {
        isRefused = false
        onEvent(JSON.parse(data) as ChangeEvent)
      }
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return
        timer = window.setTimeout(open, RECONNECT_MS)
        // The organization may be deleted, or no longer the user’s: every view of it reads it again.
        if (!isRefused) onEvent({ type: 'access.updated', id: organizationId })
        isRefused = true
      }
    }
    const stop = () => {
      window.clearTimeout(timer)
      source?.close()
      resolve()
    }
    if (stopped.aborted) return resolve()
    stopped.addEventListener('abort', stop, { once: true })
    open()
  })
}

/** Changes that arrive within this time are refetched together. */
const BATCH_MS = 120

/**
 * Refetches what other people change in an organization. Waits while a write of this window is in flight, so that
 * what is shown optimistically is not overwritten by older data.
 */
export function useChangeStream(organizationId: string | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (organizationId === undefined) return undefined
    let batch: ChangeEvent[] = []
    let timer: number | undefined
    const flush = () => {
      timer = undefined
      if (client.isMutating() > 0) {
        timer = window.setTimeout(flush, BATCH_MS)
        return
      }
      const events = batch
      batch = []
      applyChangeEvents(client, events)
    }
    const stop = subscribeToChanges(organizationId, (event) => {
      batch.push(event)
      timer ??= window.setTimeout(flush, BATCH_MS)
    })
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [client, organizationId])
}
