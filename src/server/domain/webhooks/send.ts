import type { Dispatcher } from 'undici'
import { MAX_RESPONSE_BYTES } from '#contract/webhooks.ts'
import { outsideAgent, RefusedAddress, request } from '../../importing/outside-agent.ts'
import { version } from '../../version.ts'

const TIMEOUT_MS = 10_000

/** What came of one request. `error` is null for a response with a status from 200 to 299. */
export type SendResult = {
  readonly responseStatus: number | null
  /** The first bytes of the response as text; null if there was none. */
  readonly responseBody: string | null
  readonly durationMs: number
  readonly error: string | null
}

export type SendOptions = {
  readonly headers: Record<string, string>
  readonly allowPrivate: boolean
  /** The service stops. */
  readonly stop: AbortSignal
}

/**
 * Posts JSON to a webhook. The address is checked when connecting, redirects are not followed, and the whole exchange
 * takes 10 seconds at most.
 * @throws the reason of `stop` when the service stops; every other failure is a result
 */
export async function post(url: string, body: string, options: SendOptions): Promise<SendResult> {
  const agent = outsideAgent(options)
  const begin = performance.now()
  const durationMs = () => Math.round(performance.now() - begin)
  try {
    const response = await request(url, {
      method: 'POST',
      dispatcher: agent,
      body,
      signal: AbortSignal.any([options.stop, AbortSignal.timeout(TIMEOUT_MS)]),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': `Lectern/${version}`,
        ...options.headers,
      },
    })
    const { statusCode } = response
    const responseBody = await beginningOf(response)
    return { responseStatus: statusCode, responseBody, durationMs: durationMs(), error: errorOf(statusCode) }
  } catch (error) {
    if (options.stop.aborted) throw options.stop.reason
    return { responseStatus: null, responseBody: null, durationMs: durationMs(), error: reasonOf(error) }
  } finally {
    await agent.destroy()
  }
}

/** NUL cannot be stored as text. */
async function beginningOf({ body }: Dispatcher.ResponseData): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  // The rest of a response that ends with an error does not matter.
  body.on('error', () => undefined)
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= MAX_RESPONSE_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MAX_RESPONSE_BYTES).toString('utf8').replaceAll('\0', '')
}

function errorOf(status: number): string | null {
  if (status >= 200 && status <= 299) return null
  if (status >= 300 && status <= 399) return `The server responded with ${status}. Redirects are not followed`
  return `The server responded with ${status}`
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The request failed'
  if (error instanceof RefusedAddress) return `Requests to this address are not allowed: ${error.message}`
  if (error.name === 'TimeoutError') return `There was no response within ${TIMEOUT_MS / 1000} seconds`
  const code = 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error.message === '' ? 'The request failed' : error.message.slice(0, 500))
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The hostname doesn’t exist',
  EAI_AGAIN: 'The hostname couldn’t be resolved',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before a response arrived',
  UND_ERR_SOCKET: 'The connection was closed before a response arrived',
  UND_ERR_CONNECT_TIMEOUT: 'The connection timed out',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed',
  CERT_HAS_EXPIRED: 'The certificate has expired',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate couldn’t be verified',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another hostname',
}
