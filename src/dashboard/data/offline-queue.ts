type Waiting = { readonly retry: () => void }

let waiting: readonly Waiting[] = []
const listeners = new Set<() => void>()

function setWaiting(list: readonly Waiting[]): void {
  waiting = list
  for (const listener of listeners) listener()
}

/** Writes that wait until the connection is back. */
export const offlineQueue = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  count: () => waiting.length,
  /** Sends all of them now, in the order in which they were made. */
  retryNow: () => {
    const all = waiting
    setWaiting([])
    for (const { retry } of all) retry()
  },
}

/**
 * Sends a write, and while the browser is offline waits for the connection and sends it again. The write needs an
 * `Idempotency-Key` where repeating it would do it twice: the service may have received it before the connection broke.
 * @throws what `send` throws, except for a network failure while the browser is offline
 */
export async function sendWhenOnline<T>(send: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      // `fetch` fails with a TypeError when it gets no response.
      if (!(error instanceof TypeError) || navigator.onLine) throw error
    }
    await new Promise<void>((retry) => setWaiting([...waiting, { retry }]))
  }
}

/** Sends waiting writes when the connection is back, and asks before they are lost with the page. */
export function watchConnection(): void {
  window.addEventListener('online', offlineQueue.retryNow)
  window.addEventListener('beforeunload', (event) => {
    if (waiting.length > 0) event.preventDefault()
  })
}

const KEY_BYTES = 16

/** A random key under which the service executes a POST only once. */
export const newIdempotencyKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
