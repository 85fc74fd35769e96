import { setTimeout as pause } from 'node:timers/promises'

/** What clients saw. Times are in milliseconds. */
export type LoadResult = {
  /** Titles of spaces whose creation was acknowledged. */
  readonly acknowledged: string[]
  readonly answers: number
  /** Attempts without an answer, or with a 5xx of the proxy or an instance. */
  readonly failedAttempts: number
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
    lastFailureAt: 0,
    slowest: 0,
    timeouts: 0,
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const url = `${baseUrl}/v1/orgs/${organizationId}/spaces`

  async function attempt(init: RequestInit): Promise<boolean> {
    const began = performance.now()
    let refusal: Error | undefined
    try {
      const response = await fetch(init.method === 'POST' ? url : `${url}?limit=5`, {
        ...init,
        signal: AbortSignal.timeout(LIMIT_MS),
      })
      const text = await response.text()
      if (response.ok) {
        result.answers += 1
        return true
      }
      // A key of a request that was broken off: it was carried out, or its instance was killed and it is tried again.
      if (response.status === 409 && text.includes('was carried out')) return true
      const isUnfinished = response.status === 409 && text.includes('still under way')
      if (response.status < 500 && !isUnfinished)
        refusal = new Error(`A client got ${response.status}: ${text}`)
    } catch (error) {
      // Otherwise the connection broke off.
      if (error instanceof DOMException && error.name === 'TimeoutError') result.timeouts += 1
    } finally {
      result.slowest = Math.max(result.slowest, performance.now() - began)
    }
    if (refusal !== undefined) throw refusal
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
        headers: { ...headers, 'idempotency-key': title.replaceAll(' ', '-') },
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
