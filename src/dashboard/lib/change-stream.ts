import { api } from '#contract/api.ts'
import { addressOf } from '#contract/client.ts'
import type { ChangeEvent } from '#contract/events.ts'

/** A stream that was refused is tried again after this long. */
const againAfter = 15_000
/** Who leads later than this took over from another window, and may have missed something. */
const soon = 250

/**
 * Hears what changes in an organization until the answered function is called. Of all windows of this browser one
 * holds the stream and passes on what it hears, since a browser opens only a few connections to a service; when it
 * closes, the next one takes over.
 */
export function listenToChanges(organizationId: string, hear: (event: ChangeEvent) => void): () => void {
  const name = `lectern changes ${organizationId}`
  const channel = new BroadcastChannel(name)
  const left = new AbortController()
  const begun = performance.now()
  channel.onmessage = ({ data }: MessageEvent<ChangeEvent>) => hear(data)
  let isFirst = true
  const tell = (event: ChangeEvent) => {
    const isExpected = event.type === 'hello' && isFirst
    isFirst = false
    if (isExpected) return
    const told = event.type === 'hello' ? { ...event, type: 'reset' } : event
    hear(told)
    channel.postMessage(told)
  }
  const lead = () => {
    isFirst = performance.now() - begun < soon
    return holdStream(organizationId, tell, left.signal)
  }
  // Without a secure context there are no locks: then every window has a stream of its own.
  const led = 'locks' in navigator ? navigator.locks.request(name, { signal: left.signal }, lead) : lead()
  led.catch(() => undefined)
  return () => {
    left.abort()
    channel.close()
  }
}

/** Keeps a stream open until told to leave; the browser itself connects again when it breaks. */
function holdStream(
  organizationId: string,
  tell: (event: ChangeEvent) => void,
  left: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    let again: number | undefined
    let source: EventSource | undefined
    const open = () => {
      source = new EventSource(addressOf(api.events.listen, { organizationId }))
      source.onmessage = ({ data }: MessageEvent<string>) => tell(JSON.parse(data) as ChangeEvent)
      source.onerror = () => {
        if (source?.readyState === EventSource.CLOSED) again = window.setTimeout(open, againAfter)
      }
    }
    const leave = () => {
      window.clearTimeout(again)
      source?.close()
      resolve()
    }
    if (left.aborted) return resolve()
    left.addEventListener('abort', leave, { once: true })
    open()
  })
}
