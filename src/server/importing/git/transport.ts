import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import type { Dispatcher } from 'undici'
import { fetchError, MAX_REDIRECTS, upstream } from '../fetch.ts'
import { request } from '../outside-agent.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const IDLE_TIMEOUT_MS = 60_000

type TransportOptions = {
  /** Checks the address of every connection. */
  readonly agent: Dispatcher
  /** The URL from the caller; credentials are sent singleChunk to its origin. */
  readonly url: URL
  readonly version: string
  /** Whether plain http is allowed too. */
  readonly allowPlain: boolean
  /** Limit for all responses together. */
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Called while a response arrives; throws to abort. */
  readonly onBytes: () => Promise<void>
}

/**
 * The HTTP client for git: it uses the checked connections of imports and follows redirects itself, so that each hop is
 * checked like the first and credentials never go to another origin. Responses are read completely, within one limit,
 * before they are used.
 */
export function gitTransport(options: TransportOptions): GitTransport {
  const state: TransportState = { relocation: null, room: options.maxBytes }
  return {
    request: (gitRequest) => sendFollowingRedirects(options, state, gitRequest),
    requestAtMost: (gitRequest, maxBytes) => sendFollowingRedirects(options, state, gitRequest, maxBytes),
  }
}

export type GitTransport = HttpClient & {
  /** @throws {ResponseTooLarge} if the response has more bytes */
  readonly requestAtMost: (gitRequest: GitHttpRequest, maxBytes: number) => Promise<GitHttpResponse>
}

/** A response has more bytes than its caller can use. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'
}

type TransportState = {
  /** A redirect of the repository: the prefix of its URLs, and the prefix to use instead. */
  relocation: { readonly from: string; readonly to: string } | null
  room: number
}

async function sendFollowingRedirects(
  options: TransportOptions,
  state: TransportState,
  gitRequest: GitHttpRequest,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<GitHttpResponse> {
  const { method = 'GET' } = gitRequest
  const body = gitRequest.body === undefined ? undefined : await readAll(gitRequest.body)
  let url = new URL(currentAddress(state, gitRequest.url))
  for (let hop = 0; ; hop++) {
    const answer = await send(options, {
      url,
      method,
      headers: headersFor(options, url, gitRequest.headers),
      body,
    })
    if (!REDIRECTS.has(answer.statusCode)) {
      if (hop > 0) recordRelocation(state, gitRequest.url, url)
      return {
        ...responseFields(answer, url, method),
        body: singleChunk(await read(options, state, { url, maxBytes }, answer)),
      }
    }
    answer.body.on('error', () => undefined).destroy()
    url = nextHop(options, url, { answer, hop, method })
  }
}

function currentAddress({ relocation }: TransportState, url: string): string {
  return relocation !== null && url.startsWith(relocation.from)
    ? relocation.to + url.slice(relocation.from.length)
    : url
}

/** After a redirect the new URL is used for all further requests, as git does. */
function recordRelocation(state: TransportState, gitRequest: string, final: URL): void {
  const [from, query] = gitRequest.split('/info/refs')
  const [to] = final.href.split('/info/refs')
  if (from !== undefined && query !== undefined && to !== undefined) state.relocation = { from, to }
}

type RedirectHop = { readonly answer: Dispatcher.ResponseData; readonly hop: number; readonly method: string }

function nextHop({ allowPlain }: TransportOptions, url: URL, { answer, hop, method }: RedirectHop): URL {
  if (method !== 'GET') throw upstream(displayUrl(url), 'it redirects a request that can’t be redirected')
  if (hop >= MAX_REDIRECTS) throw upstream(displayUrl(url), `more than ${MAX_REDIRECTS} redirects`)
  const target = headerOf(answer, 'location')
  if (target === '' || !URL.canParse(target, url))
    throw upstream(displayUrl(url), 'its redirect has no target')
  const next = new URL(target, url)
  if (next.protocol !== 'https:' && !(allowPlain && next.protocol === 'http:')) {
    throw upstream(displayUrl(url), 'it redirects to an address without https')
  }
  next.username = ''
  next.password = ''
  return next
}

type TransportCall = {
  readonly url: URL
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: Buffer | undefined
}

async function send({ agent, signal }: TransportOptions, { url, method, headers, body }: TransportCall) {
  try {
    return await request(url, {
      dispatcher: agent,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      signal,
      headersTimeout: IDLE_TIMEOUT_MS,
      bodyTimeout: IDLE_TIMEOUT_MS,
      ...(body === undefined ? {} : { body }),
    })
  } catch (error) {
    throw fetchError(new URL(displayUrl(url)), error, signal)
  }
}

function headersFor(
  { url: sourceUrl, version }: TransportOptions,
  url: URL,
  gitRequest: GitHttpRequest['headers'] = {},
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': `git/lectern-${version}`,
    'accept-encoding': 'identity',
  }
  for (const [name, value] of Object.entries(gitRequest)) {
    const isSecret = name.toLowerCase() === 'authorization'
    if (!isSecret || url.origin === sourceUrl.origin) headers[name.toLowerCase()] = value
  }
  return headers
}

async function read(
  { signal, onBytes, maxBytes: maxBytesOfAll }: TransportOptions,
  state: TransportState,
  { url, maxBytes }: { readonly url: URL; readonly maxBytes: number },
  { body }: Dispatcher.ResponseData,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new ReadAborted(new ResponseTooLarge())
      state.room -= chunk.length
      if (state.room < 0) throw new Error(`it is larger than ${Math.round(maxBytesOfAll / 1_048_576)} MB`)
      chunks.push(chunk)
      await onBytes().catch((cause: unknown) => {
        throw new ReadAborted(cause)
      })
    }
  } catch (error) {
    if (error instanceof ReadAborted) throw error.cause
    throw fetchError(new URL(displayUrl(url)), error, signal)
  }
  return Buffer.concat(chunks)
}

/** Wraps an error of `onBytes`, which is not a failure of the other server. */
class ReadAborted extends Error {
  constructor(cause: unknown) {
    super('The import was stopped', { cause })
  }
}

const responseFields = ({ statusCode, headers }: Dispatcher.ResponseData, url: URL, method: string) => ({
  url: url.href,
  method,
  statusCode,
  statusMessage: String(statusCode),
  headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
})

const headerOf = ({ headers }: Dispatcher.ResponseData, name: string): string => {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ''
}

/** A URL without the suffixes that git adds. */
const displayUrl = (url: URL): string => url.href.replace(/\/(?:info\/refs|git-upload-pack)(?:\?.*)?$/, '')

async function readAll(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
