import type { Dispatcher } from 'undici'
import { DomainError } from '../errors.ts'
import { outsideAgent, request } from './outside-agent.ts'

export type FetchResult = {
  /** The final URL after redirects. */
  readonly url: string
  /** Media type in lower case without parameters; empty if there is none. */
  readonly contentType: string
  readonly charset: string | null
  readonly bytes: Buffer
}

export type FetchOptions = {
  /** Accepted media types, such as `text/html` or `image/*`; other responses are errors. */
  readonly types?: readonly string[]
  readonly maxBytes: number
  readonly signal?: AbortSignal
  /** Called for each redirect; a returned reason refuses it. */
  readonly refuse?: (url: URL) => string | null
}

/** Fetches URLs outside of the service: only public addresses unless configured otherwise, with limits on size and time. */
export type OutsideFetch = {
  /** Fetches one URL. Throws `DomainError('upstream')` with the reason for every failure. */
  readonly get: (url: string, options: FetchOptions) => Promise<FetchResult>
  /** The bytes of a URL as they arrive, which can take longer than for `get`. Reading them throws the same. */
  readonly open: (url: string, options: FetchOptions) => Promise<AsyncIterable<Buffer>>
  readonly close: () => Promise<void>
}

export const MAX_REDIRECTS = 5
const ANSWER_MS = 20_000
/** For large files; a server that sends nothing for `ANSWER_MS` is given up earlier. */
const DOWNLOAD_MS = 60 * 60_000
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** `version` goes into the User-Agent; `allowPrivate` is the operator's LECTERN_ALLOW_PRIVATE_NETWORK. */
export function outsideFetch(options: { version: string; allowPrivate: boolean }): OutsideFetch {
  const agent = outsideAgent(options)
  const headers = { 'user-agent': `Lectern/${options.version}`, 'accept-encoding': 'identity' }
  return {
    get: async (url, fetchOptions) =>
      follow({ agent, headers, options: fetchOptions, ms: ANSWER_MS }, httpAddress(url), read),
    open: async (url, fetchOptions) =>
      follow({ agent, headers, options: fetchOptions, ms: DOWNLOAD_MS }, httpAddress(url), arriving),
    close: () => agent.destroy(),
  }
}

/** The error for a failure of the other server. */
export const upstream = (url: string, reason: string, status?: number): DomainError =>
  new DomainError('upstream', `${url} couldn’t be read: ${reason}`, {
    url,
    reason,
    ...(status === undefined ? {} : { status }),
  })

type FetchCall = {
  agent: Dispatcher
  headers: Record<string, string>
  options: FetchOptions
  /** For the whole response. */
  ms: number
}
type Receive<T> = (call: FetchCall, url: URL, answer: Dispatcher.ResponseData) => Promise<T>

async function follow<T>(
  call: FetchCall,
  url: URL,
  receive: Receive<T>,
  redirectsLeft = MAX_REDIRECTS,
): Promise<T> {
  const answer = await send(call, url)
  if (!REDIRECTS.has(answer.statusCode)) return receive(call, url, answer)
  discard(answer)
  if (redirectsLeft === 0) throw upstream(url.href, `more than ${MAX_REDIRECTS} redirects`)
  const target = headerOf(answer, 'location')
  if (target === null || !URL.canParse(target, url)) throw upstream(url.href, 'its redirect has no target')
  const next = httpAddress(new URL(target, url).href)
  const refusal = call.options.refuse?.(next) ?? null
  if (refusal !== null) throw upstream(url.href, refusal)
  return follow(call, next, receive, redirectsLeft - 1)
}

async function send({ agent, headers, options, ms }: FetchCall, url: URL): Promise<Dispatcher.ResponseData> {
  const accept = options.types === undefined ? '*/*' : `${options.types.join(', ')}, */*;q=0.1`
  const signal = withDeadline(options.signal, ms)
  try {
    return await request(url, {
      dispatcher: agent,
      headers: { ...headers, accept },
      signal,
      headersTimeout: ANSWER_MS,
      bodyTimeout: ANSWER_MS,
    })
  } catch (error) {
    throw fetchError(url, error, options.signal)
  }
}

async function read({ options }: FetchCall, url: URL, answer: Dispatcher.ResponseData): Promise<FetchResult> {
  const { contentType, parameters } = acceptedType({ options }, url, answer)
  try {
    const bytes = await atMost(answer.body, options.maxBytes)
    return { url: url.href, contentType, charset: charsetOf(parameters), bytes }
  } catch (error) {
    throw fetchError(url, error, options.signal)
  }
}

async function arriving({ options }: FetchCall, url: URL, answer: Dispatcher.ResponseData) {
  acceptedType({ options }, url, answer)
  return chunks()

  async function* chunks(): AsyncGenerator<Buffer> {
    let size = 0
    try {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        size += chunk.length
        if (size > options.maxBytes) throw new Error(tooLarge(options.maxBytes))
        yield chunk
      }
    } catch (error) {
      throw fetchError(url, error, options.signal)
    }
  }
}

/** The media type of a response that can be used. @throws {DomainError} `upstream` */
function acceptedType({ options }: Pick<FetchCall, 'options'>, url: URL, answer: Dispatcher.ResponseData) {
  const [type = '', ...parameters] = (headerOf(answer, 'content-type') ?? '').split(';')
  const contentType = type.trim().toLowerCase()
  const refusal = responseProblem(answer, contentType, options)
  if (refusal === null) return { contentType, parameters }
  discard(answer)
  throw upstream(url.href, refusal, answer.statusCode)
}

function responseProblem(
  { statusCode, headers }: Dispatcher.ResponseData,
  contentType: string,
  { types, maxBytes }: FetchOptions,
): string | null {
  if (statusCode < 200 || statusCode > 299) return `it responded with ${statusCode}`
  if (Number(headers['content-length'] ?? 0) > maxBytes) return tooLarge(maxBytes)
  if (types !== undefined && !types.some((wanted) => isOfType(contentType, wanted))) {
    return `it is of type ${contentType === '' ? 'unknown' : contentType}`
  }
  return null
}

/** Destroying an unread body raises an error that must be handled. */
const discard = ({ body }: Dispatcher.ResponseData) => body.on('error', () => undefined).destroy()

async function atMost(body: AsyncIterable<Buffer>, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new Error(tooLarge(maxBytes))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function httpAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null) throw upstream(text, 'it isn’t an address')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw upstream(text, 'only http and https addresses can be read')
  if (url.username !== '' || url.password !== '') throw upstream(url.host, 'its address contains a password')
  url.hash = ''
  return url
}

const withDeadline = (signal: AbortSignal | undefined, ms: number): AbortSignal =>
  signal === undefined ? AbortSignal.timeout(ms) : AbortSignal.any([signal, AbortSignal.timeout(ms)])

/** The error for a failed request; the signal's reason if it was aborted. */
export function fetchError(url: URL, error: unknown, signal: AbortSignal | undefined): unknown {
  if (signal?.aborted === true) return signal.reason
  if (error instanceof DomainError) return error
  return upstream(url.href, reasonOf(error))
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it doesn’t respond'
  if (error.name === 'TimeoutError') return `it doesn’t respond within ${ANSWER_MS / 1000} seconds`
  const code = 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error.message === '' ? 'it doesn’t respond' : error.message)
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the hostname doesn’t exist',
  EAI_AGAIN: 'the hostname couldn’t be resolved',
  ECONNREFUSED: 'it refuses the connection',
  ECONNRESET: 'it closed the connection',
  UND_ERR_SOCKET: 'it closed the connection',
  UND_ERR_CONNECT_TIMEOUT: 'it doesn’t respond',
  UND_ERR_HEADERS_TIMEOUT: 'it doesn’t respond',
  UND_ERR_BODY_TIMEOUT: 'it stopped responding',
}

const tooLarge = (maxBytes: number): string => `it is larger than ${Math.round(maxBytes / 1_048_576)} MB`

const isOfType = (contentType: string, wanted: string): boolean =>
  wanted.endsWith('/*') ? contentType.startsWith(wanted.slice(0, -1)) : contentType === wanted

const charsetOf = (parameters: readonly string[]): string | null =>
  parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(parameter)?.[1])
    .find((c) => c !== undefined) ?? null

function headerOf(answer: Dispatcher.ResponseData, name: string): string | null {
  const value = answer.headers[name]
  return Array.isArray(value) ? (value[0] ?? null) : (value ?? null)
}
