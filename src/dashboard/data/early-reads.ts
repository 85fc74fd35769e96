declare global {
  interface Window {
    /** What `public/start.js` has requested before the scripts ran, by path. */
    lecternReads?: Map<string, Promise<Response>>
  }
}

/** Later reads want newer data. */
const MAX_AGE_MS = 10_000

/**
 * The response of a read that was requested before the scripts ran; undefined if there is none. It is used once, and
 * not after a write, which it may not contain.
 */
export async function takeEarlyRead(method: string, path: string): Promise<Response | undefined> {
  if (method !== 'GET') window.lecternReads?.clear()
  const early = window.lecternReads?.get(path)
  if (early === undefined) return undefined
  window.lecternReads?.delete(path)
  if (performance.now() > MAX_AGE_MS) return undefined
  // Without a connection the read is tried again like any other.
  return await early.catch(() => undefined)
}
