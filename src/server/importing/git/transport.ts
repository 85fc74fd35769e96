import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import { type Dispatcher, request } from 'undici'
import { failure, MAX_REDIRECTS, upstream } from '../fetch.ts'

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const SILENCE_MS = 60_000

type Options = {
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
export function gitTransport(options: Options): HttpClient {
  const state: State = { moved: null, room: options.maxBytes }
  return { request: (asked) => answered(options, state, asked) }
}

type State = {
  /** Where the repository turned out to be: what its addresses begin with, and what takes the place of that. */
  moved: { readonly from: string; readonly to: string } | null
  room: number
}

async function answered(options: Options, state: State, asked: GitHttpRequest): Promise<GitHttpResponse> {
  const { method = 'GET' } = asked
  const body = asked.body === undefined ? undefined : await whole(asked.body)
  let url = new URL(movedAddress(state, asked.url))
  for (let hop = 0; ; hop++) {
    const answer = await sent(options, {
      url,
      method,
      headers: headersFor(options, url, asked.headers),
      body,
    })
    if (!REDIRECTS.has(answer.statusCode)) {
      if (hop > 0) noteMove(state, asked.url, url)
      return { ...told(answer, url, method), body: only(await read(options, state, url, answer)) }
    }
    answer.body.on('error', () => undefined).destroy()
    url = nextHop(options, url, { answer, hop, method })
  }
}

function movedAddress({ moved }: State, url: string): string {
  return moved !== null && url.startsWith(moved.from) ? moved.to + url.slice(moved.from.length) : url
}

/** A repository that moved is asked at its new place from then on, as git does. */
function noteMove(state: State, asked: string, final: URL): void {
  const [from, query] = asked.split('/info/refs')
  const [to] = final.href.split('/info/refs')
  if (from !== undefined && query !== undefined && to !== undefined) state.moved = { from, to }
}

type Hop = { readonly answer: Dispatcher.ResponseData; readonly hop: number; readonly method: string }

function nextHop({ allowPlain }: Options, url: URL, { answer, hop, method }: Hop): URL {
  if (method !== 'GET') throw upstream(shown(url), 'it redirects what only its first answer may')
  if (hop >= MAX_REDIRECTS) throw upstream(shown(url), `more than ${MAX_REDIRECTS} redirects`)
  const target = headerOf(answer, 'location')
  if (target === '' || !URL.canParse(target, url)) throw upstream(shown(url), 'it redirects to nowhere')
  const next = new URL(target, url)
  if (next.protocol !== 'https:' && !(allowPlain && next.protocol === 'http:')) {
    throw upstream(shown(url), 'it redirects to an address that is not https')
  }
  next.username = ''
  next.password = ''
  return next
}

type Call = {
  readonly url: URL
  readonly method: string
  readonly headers: Record<string, string>
  readonly body: Buffer | undefined
}

async function sent({ agent, signal }: Options, { url, method, headers, body }: Call) {
  try {
    return await request(url, {
      dispatcher: agent,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      signal,
      headersTimeout: SILENCE_MS,
      bodyTimeout: SILENCE_MS,
      ...(body === undefined ? {} : { body }),
    })
  } catch (error) {
    throw failure(new URL(shown(url)), error, signal)
  }
}

function headersFor(
  { url: given, version }: Options,
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
  { signal, onBytes, maxBytes }: Options,
  state: State,
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
        throw new Ended(cause)
      })
    }
  } catch (error) {
    if (error instanceof Ended) throw error.cause
    throw failure(new URL(shown(url)), error, signal)
  }
  return Buffer.concat(chunks)
}

/** Wraps what `onBytes` threw, which is no fault of the other side. */
class Ended extends Error {
  constructor(cause: unknown) {
    super('The reading was ended', { cause })
  }
}

const told = ({ statusCode, headers }: Dispatcher.ResponseData, url: URL, method: string) => ({
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
const shown = (url: URL): string => url.href.replace(/\/(?:info\/refs|git-upload-pack)(?:\?.*)?$/, '')

async function whole(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}
