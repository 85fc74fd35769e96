import type { Input, Output, Route } from './route.ts'
import { pathOf } from './route.ts'
import { type ErrorBody, errorBody, type Issue, type Reason } from './shared/errors.ts'

/** A request on its way: `path` with the query, a body that is JSON text or a form. */
export type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData | Blob
  readonly signal?: AbortSignal
}

/** What came back: `body` is the parsed JSON, undefined when there was none. */
export type Answered = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Carries a request to a server: `fetch` in the browser, `inject` in the tests. */
export type Transport = (sent: Sent) => Promise<Answered>

/** What may go with a call beside its input. */
export type CallOptions = {
  /** The version last seen; the call is refused with `stale` when the object has moved on. */
  readonly ifMatch?: number | undefined
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** An answer that is not a success. `type` is for programs, `message` for people. */
export class ApiError extends Error {
  readonly status: number
  readonly type: Reason
  readonly details: ErrorBody['error']['details']
  readonly requestId: string | undefined

  constructor(status: number, error: ErrorBody['error'], requestId: string | undefined) {
    super(error.message)
    this.name = 'ApiError'
    this.status = status
    this.type = error.type
    this.details = error.details
    this.requestId = requestId
  }

  /** The faults of single fields. */
  get issues(): readonly Issue[] {
    return this.details?.issues ?? []
  }
}

/** Loose view of an input: which of the three parts are there is the route's business. */
type AnyInput = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Calls one operation.
 * @throws {ApiError} for every answer that is not a success.
 */
export async function call<R extends Route>(
  transport: Transport,
  route: R,
  input: Input<R>,
  options: CallOptions = {},
): Promise<Output<R>> {
  const { params, query, body } = input as AnyInput
  const answered = await transport({
    method: route.method,
    path: addressOf(route, params ?? {}, query ?? {}),
    headers: headersOf(body, options),
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  if (answered.status >= 200 && answered.status < 300) return answered.body as Output<R>
  throw errorOf(answered)
}

/** Path and query of a call; parameters are percent-encoded, a `*rest` parameter keeps its slashes. */
export function addressOf(
  route: Route,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = pathOf(route).replace(/[:*](\w+)/g, (sign, name: string) => {
    const value = encodeURIComponent(String(params[name]))
    return sign.startsWith('*') ? value.replaceAll('%2F', '/') : value
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  return search.size === 0 ? path : `${path}?${search}`
}

function headersOf(body: unknown, options: CallOptions): Record<string, string> {
  return {
    accept: 'application/json',
    ...(body === undefined || isRaw(body) ? {} : { 'content-type': 'application/json' }),
    ...(options.ifMatch === undefined ? {} : { 'if-match': `"${options.ifMatch}"` }),
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
  }
}

const isRaw = (body: unknown): body is FormData | Blob => body instanceof FormData || body instanceof Blob

function errorOf({ status, headers, body }: Answered): ApiError {
  const parsed = errorBody.safeParse(body)
  const error = parsed.success
    ? parsed.data.error
    : { code: status, message: `The service answered ${status}`, type: 'internal' as const }
  return new ApiError(status, error, headers['x-request-id'])
}

/** The transport of the browser, of scripts and of end-to-end tests. */
export const fetchTransport =
  (baseUrl: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}): Transport =>
  async (sent) => {
    const response = await fetch(`${baseUrl}${sent.path}`, {
      ...init,
      method: sent.method,
      headers: { ...headers, ...sent.headers },
      ...(sent.body === undefined ? {} : { body: sent.body }),
      ...(sent.signal ? { signal: sent.signal } : {}),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: parsedOrUndefined(text),
    }
  }

/** The bytes at an address of the service that needs no more than the address. @throws {ApiError} */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await fetch(path)
  if (response.ok) return response.blob()
  const body = parsedOrUndefined(await response.text())
  throw errorOf({ status: response.status, headers: Object.fromEntries(response.headers), body })
}

function parsedOrUndefined(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
