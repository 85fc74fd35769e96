import type { Input, Output, Route } from './route.ts'
import { pathOf } from './route.ts'
import type { ErrorBody, Issue, Reason } from './shared/errors.ts'

/** A request to send: `path` includes the query; the body is JSON text or a form. */
export type HttpRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | FormData | Blob
  readonly signal?: AbortSignal
}

/** A response: `body` is the parsed JSON, or undefined if there was none. */
export type HttpResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Sends a request to a server: `fetch` in the browser, `inject` in the tests. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>

/** Options of a call besides its input. */
export type CallOptions = {
  /** The version last seen; the call fails with `stale` if the object has changed since. */
  readonly ifMatch?: number | undefined
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** An error response. `type` is for programs, `message` for people. */
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

  /** Errors of single fields. */
  get issues(): readonly Issue[] {
    return this.details?.issues ?? []
  }
}

/** Any input; which of the three parts exist depends on the route. */
type AnyInput = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/**
 * Calls one operation.
 * @throws {ApiError} for every response that is not a success.
 */
export async function call<R extends Route>(
  transport: Transport,
  route: R,
  input: Input<R>,
  options: CallOptions = {},
): Promise<Output<R>> {
  const { params, query, body } = input as AnyInput
  const response = await transport({
    method: route.method,
    path: requestPath(route, params ?? {}, query ?? {}),
    headers: headersOf(body, options),
    ...(body === undefined ? {} : { body: isRaw(body) ? body : JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
  if (response.status >= 200 && response.status < 300) return response.body as Output<R>
  throw apiErrorOf(response)
}

/** Path and query of a call. Parameters are percent-encoded; a `*wildcard` parameter keeps its slashes. */
export function requestPath(
  route: Route,
  params: Readonly<Record<string, unknown>>,
  query: Readonly<Record<string, unknown>> = {},
): string {
  const path = pathOf(route).replace(/[:*](\w+)/g, (placeholder, name: string) => {
    const value = encodeURIComponent(String(params[name]))
    return placeholder.startsWith('*') ? value.replaceAll('%2F', '/') : value
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item))
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

/** Whether the service sent it, and not a proxy in front of it. Written without zod, which no first load needs. */
function isErrorBody(body: unknown): body is ErrorBody {
  const { error } = Object(body) as { error?: unknown }
  const { message, type } = Object(error) as { message?: unknown; type?: unknown }
  return typeof message === 'string' && typeof type === 'string'
}

function apiErrorOf({ status, headers, body }: HttpResponse): ApiError {
  const error = isErrorBody(body)
    ? body.error
    : { code: status, message: `The service answered ${status}`, type: 'internal' as const }
  return new ApiError(status, error, headers['x-request-id'])
}

/** The transport for browsers, scripts and end-to-end tests. */
export const fetchTransport =
  (baseUrl: string, headers: Readonly<Record<string, string>> = {}, init: RequestInit = {}): Transport =>
  async (request) => {
    const response = await fetch(`${baseUrl}${request.path}`, {
      ...init,
      method: request.method,
      headers: { ...headers, ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
      ...(request.signal ? { signal: request.signal } : {}),
    })
    return readResponse(response)
  }

/** The parts of a response that `call` reads. */
export const readResponse = async (response: Response): Promise<HttpResponse> => ({
  status: response.status,
  headers: Object.fromEntries(response.headers),
  body: parseJson(await response.text()),
})

/**
 * Downloads a file of the service whose URL is enough to read it.
 * @throws {ApiError}
 */
export async function fetchFile(path: string): Promise<Blob> {
  const response = await fetch(path)
  if (response.ok) return response.blob()
  const body = parseJson(await response.text())
  throw apiErrorOf({ status: response.status, headers: Object.fromEntries(response.headers), body })
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    // A proxy may answer with HTML; the caller then reports the status alone.
    return undefined
  }
}
