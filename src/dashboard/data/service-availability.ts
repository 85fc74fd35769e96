import type { HttpRequest, Transport } from '#contract/client.ts'

const UNAVAILABLE = 503
const FIRST_CHECK_MS = 1000
const MAX_CHECK_MS = 5000
/** A service that is ready and still answers 503 has another problem, which the last answer names. */
const MAX_ATTEMPTS = 4

let isAway = false
let becomesReady: Promise<void> | undefined
const listeners = new Set<() => void>()

function setAway(value: boolean): void {
  isAway = value
  for (const listener of listeners) listener()
}

/** Whether the service answers 503, such as while its database starts again. */
export const serviceAvailability = {
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isAway: () => isAway,
}

/**
 * A transport that sends a request again when the service is ready after it has answered 503, at most three times.
 * A POST without an `Idempotency-Key` is not repeated: it might be executed twice.
 * @param readiness the URL that answers 200 when the service is ready
 */
export const waitingForService =
  (send: Transport, readiness = '/readyz'): Transport =>
  async (request) => {
    for (let attempt = 1; ; attempt++) {
      const response = await send(request)
      if (response.status !== UNAVAILABLE || attempt === MAX_ATTEMPTS || !isRepeatable(request))
        return response
      await untilReady(readiness)
      request.signal?.throwIfAborted()
    }
  }

const isRepeatable = ({ method, headers }: HttpRequest): boolean =>
  method !== 'POST' || headers['idempotency-key'] !== undefined

/** All requests that wait share one check. */
function untilReady(readiness: string): Promise<void> {
  becomesReady ??= checkUntilReady(readiness).finally(() => {
    becomesReady = undefined
    setAway(false)
  })
  return becomesReady
}

async function checkUntilReady(readiness: string): Promise<void> {
  setAway(true)
  for (let delay = FIRST_CHECK_MS; ; delay = Math.min(delay * 2, MAX_CHECK_MS)) {
    await new Promise((resolve) => setTimeout(resolve, delay))
    const isReady = await fetch(readiness, { cache: 'no-store' }).then(
      ({ status }) => status < 500,
      () => false,
    )
    if (isReady) return
  }
}
