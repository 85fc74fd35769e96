import { setTimeout as pause } from 'node:timers/promises'

/** What clients saw. Times are in milliseconds. */
export type LoadResult = {
  /** Titles of spaces whose creation was acknowledged. */
  readonly acknowledged: string[]
  readonly answers: number
  /** Attempts without an answer, or with a 5xx of the proxy or an instance. */
  readonly failedAttempts: number
  /** Attempts with the key of a request that broke off, which its instance may still be working on. */
  readonly refusedKeys: number
  /** The time of the last failed attempt after the start. */
  readonly lastFailureAt: number
  /** The slowest attempt. */
  readonly slowest: number
  /** Attempts that exceeded the time limit. */
  readonly timeouts: number
}

export type LoadOptions = {
  readonly baseUrl: string
  readonly token: string
  readonly organizationId: string
  readonly clients: number
  /** Ends the load. */
  readonly until: () => boolean
}

/** The time limit of one attempt. */
const LIMIT_MS = 30_000
const RETRY_MS = 50
/** In place of the status of a response that did not come. */
const BROKEN = 599

/**
 * Clients that create spaces and read the list after each, as programs should: an attempt that fails is repeated with
 * the same idempotency key.
 */
export async function runLoad({
  baseUrl,
  token,
  organizationId,
  clients,
  until,
}: LoadOptions): Promise<LoadResult> {
  const startedAt = performance.now()
  const result = {
    acknowledged: [] as string[],
    answers: 0,
    failedAttempts: 0,
    refusedKeys: 0,
    lastFailureAt: 0,
    slowest: 0,
    timeouts: 0,
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `${baseUrl}/v1/orgs/${organizationId}/spaces`

  /** Status and text of the response, or undefined if the connection broke off or nothing came in time. */
  async function send(init: RequestInit): Promise<{ status: number; text: string } | undefined> {
    const began = performance.now()
    try {
      const signal = AbortSignal.timeout(LIMIT_MS)
      const response = await fetch(init.method === 'POST' ? url : `${url}?limit=5`, { ...init, signal })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError') result.timeouts += 1
      return undefined
    } finally {
      result.slowest = Math.max(result.slowest, performance.now() - began)
    }
  }

  async function attempt(init: RequestInit): Promise<boolean> {
    const { status, text } = (await send(init)) ?? { status: BROKEN, text: '' }
    if (status < 300) {
      result.answers += 1
      return true
    }
    // A key of a request that was broken off: it succeeded, or its instance was killed and it is tried again.
    if (status === 409 && text.includes('already succeeded')) return true
    if (status === 409 && text.includes('still running')) {
      result.refusedKeys += 1
      return false
    }
    if (status < 500) throw new Error(`A client got ${status}: ${text}`)
    result.failedAttempts += 1
    result.lastFailureAt = performance.now() - startedAt
    return false
  }

  /** Whether it was answered before the end of the load. */
  async function repeat(init: RequestInit): Promise<boolean> {
    while (!(await attempt(init))) {
      if (until()) return false
      await pause(RETRY_MS)
    }
    return true
  }

  async function client(number: number): Promise<void> {
    for (let count = 0; !until(); count++) {
      const title = `Space ${count} of client ${number}`
      const write = {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': `${title.replaceAll(' ', '-')}-of-${organizationId}` },
        body: JSON.stringify({ title }),
      }
      if (!(await repeat(write))) return
      result.acknowledged.push(title)
      await repeat({ headers })
    }
  }

  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  return result
}
