import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { type Dispatcher, request } from 'undici'
import { fetchError, MAX_REDIRECTS, upstream } from '../fetch.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const IDLE_TIMEOUT_MS = 60_000

type TransportOptions = {
  /** Decides for every connection whether its address may be reached. */
  readonly agent: Dispatcher
  /** The address that the caller gave; its origin alone is told the credentials. */
  readonly url: URL
  readonly version: string
  /** Whether plain http is read too. */
  readonly allowPlain: boolean
  /** All answers together. */
  readonly maxBytes: number
  readonly signal: AbortSignal
  /** Told while an answer arrives; throws to end the reading. */
  readonly onBytes: () => Promise<void>
}

/**
 * How git speaks http here: through the checked connections of imports, every redirect followed by hand, so that
 * each hop is judged like the first and credentials never leave for another origin. Answers are read whole, under
 * one bound, before anybody looks at them.
 */
export function gitTransport(options: TransportOptions): HttpClient {
  const state: TransportState = { relocation: null, room: options.maxBytes }
  return { request: (asked) => sendFollowingRedirects(options, state, asked) }
}

type TransportState = {
  /** Where the repository turned out to be: what its addresses begin with, and what takes the place of that. */
  relocation: { readonly from: string; readonly to: string } | null
  room: number
}

async function sendFollowingRedirects(
  options: TransportOptions,
  state: TransportState,
  asked: GitHttpRequest,
): Promise<GitHttpResponse> {
  const { method = 'GET' } = asked
  const body = asked.body === undefined ? undefined : await whole(asked.body)
  let url = new URL(currentAddress(state, asked.url))
  for (let hop = 0; ; hop++) {
    const answer = await send(options, {
      url,
      method,
      headers: headersFor(options, url, asked.headers),
      body,
    })
    if (!REDIRECTS.has(answer.statusCode)) {
      if (hop > 0) recordRelocation(state, asked.url, url)
      return { ...responseFields(answer, url, method), body: only(await read(options, state, url, answer)) }
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

/** A repository that moved is asked at its new place from then on, as git does. */
function recordRelocation(state: TransportState, asked: string, final: URL): void {
  const [from, query] = asked.split('/info/refs')
  const [to] = final.href.split('/info/refs')
  if (from !== undefined && query !== undefined && to !== undefined) state.relocation = { from, to }
}

type RedirectHop = { readonly answer: Dispatcher.ResponseData; readonly hop: number; readonly method: string }

function nextHop({ allowPlain }: TransportOptions, url: URL, { answer, hop, method }: RedirectHop): URL {
  if (method !== 'GET') throw upstream(displayUrl(url), 'it redirects what only its first answer may')
  if (hop >= MAX_REDIRECTS) throw upstream(displayUrl(url), `more than ${MAX_REDIRECTS} redirects`)
  const target = headerOf(answer, 'location')
  if (target === '' || !URL.canParse(target, url)) throw upstream(displayUrl(url), 'it redirects to nowhere')
  const next = new URL(target, url)
  if (next.protocol !== 'https:' && !(allowPlain && next.protocol === 'http:')) {
    throw upstream(displayUrl(url), 'it redirects to an address that is not https')
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
  { url: given, version }: TransportOptions,
  url: URL,
  asked: GitHttpRequest['headers'] = {},
): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': `git/lectern-${version}`,
    'accept-encoding': 'identity',
  }
  for (const [name, value] of Object.entries(asked)) {
    const isSecret = name.toLowerCase() === 'authorization'
    if (!isSecret || url.origin === given.origin) headers[name.toLowerCase()] = value
  }
  return headers
}

async function read(
  { signal, onBytes, maxBytes }: TransportOptions,
  state: TransportState,
  url: URL,
  { body }: Dispatcher.ResponseData,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      state.room -= chunk.length
      if (state.room < 0) throw new Error(`it is larger than ${Math.round(maxBytes / 1_048_576)} MB`)
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

/** Wraps what `onBytes` threw, which is no fault of the other side. */
class ReadAborted extends Error {
  constructor(cause: unknown) {
    super('The reading was ended', { cause })
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

/** An address as people gave it, without what git adds. */
const displayUrl = (url: URL): string => url.href.replace(/\/(?:info\/refs|git-upload-pack)(?:\?.*)?$/, '')

async function whole(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
