import type { FilledRequest } from './request-form.ts'

export type ApiResponse = {
  readonly status: number
  readonly statusText: string
  readonly ms: number
  readonly bytes: number
  readonly headers: readonly (readonly [string, string])[]
  readonly text: string
  /** Only the start of the body was read. */
  readonly isCut: boolean
}

/** Bytes of a response that are read and shown. */
const MAX_BYTES = 200_000
const TIMEOUT_MS = 30_000

/** Null if there is no response that the page can read: the browser says neither why nor what. */
export async function sendRequest(
  { method, url, headers, body }: FilledRequest,
  signal: AbortSignal,
): Promise<ApiResponse | null> {
  const startedAt = performance.now()
  try {
    const response = await fetch(url, {
      method,
      headers: headers.map(([name, value]): [string, string] => [name, value]),
      body,
      // Neither cookies nor the address of the page are for the server of an API.
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    const ms = performance.now() - startedAt
    const { bytes, isCut } = await startOf(response)
    const text = new TextDecoder().decode(bytes)
    const { status, statusText } = response
    return {
      status,
      statusText,
      ms,
      bytes: isCut ? Number(response.headers.get('content-length')) || bytes.length : bytes.length,
      headers: [...response.headers],
      text: isCut ? text : formatted(text),
      isCut,
    }
  } catch {
    // A refused connection, CORS, the content policy, a timeout and an invalid header all look the same.
    return null
  }
}

async function startOf({ body }: Response): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  while (reader && length <= MAX_BYTES) {
    const { value } = await reader.read()
    if (!value) break
    chunks.push(value)
    length += value.length
  }
  if (length > MAX_BYTES) void reader?.cancel()
  const blob = new Blob(chunks.map((chunk) => new Uint8Array(chunk)))
  const bytes = new Uint8Array(await blob.slice(0, MAX_BYTES).arrayBuffer())
  return { bytes, isCut: length > MAX_BYTES }
}

function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: it is shown as it is.
    return text
  }
}
