import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { connect as connectTo, type Socket } from 'node:net'
import type { GitHttpRequest, GitHttpResponse, HttpClient } from 'isomorphic-git'
import type { Channel, Client } from 'ssh2'
import { DomainError } from '../errors.ts'
import { upstream } from '../importing/fetch.ts'
import type { SshAddress } from '../importing/git/ssh-address.ts'
import { literalRefusal, publicLookup, RefusedAddress } from '../importing/outside-agent.ts'
import { FLUSH, pktLine, readPktLine } from './pkt-lines.ts'

type SshOptions = {
  readonly address: SshAddress
  readonly privateKey: string
  /** Fingerprint of the server's key; null to accept the first one. */
  readonly hostKey: string | null
  readonly allowPrivate: boolean
  /** Limit for all responses together. */
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export type SshTransport = HttpClient & {
  /** The fingerprint of the server's key, once connected. */
  readonly hostKey: () => string | null
  readonly close: () => void
}

const READY_TIMEOUT_MS = 20_000

/** Loaded with the first connection: most services never make one. */
const library = (): typeof import('ssh2') => createRequire(import.meta.url)('ssh2')

/**
 * Speaks git's protocol over SSH, in the form of the HTTP client that the git library expects: asking for the refs starts the
 * program of the service on the server, and the request that follows continues the same conversation.
 */
export function sshTransport(options: SshOptions): SshTransport {
  const state: State = {
    client: null,
    seen: null,
    refused: null,
    room: options.maxBytes,
    conversations: new Map(),
  }
  return {
    request: (request) => respond(options, state, request),
    hostKey: () => state.seen,
    close: () => state.client?.destroy(),
  }
}

type State = {
  client: Client | null
  seen: string | null
  refused: string | null
  room: number
  readonly conversations: Map<string, Conversation>
}

async function respond(options: SshOptions, state: State, request: GitHttpRequest): Promise<GitHttpResponse> {
  options.signal.throwIfAborted()
  const { service, isDiscovery } = serviceOf(request.url)
  if (isDiscovery) {
    const conversation = await start(options, state, service)
    state.conversations.set(service, conversation)
    const refs = await conversation.readRefs()
    return response(request, `${service}-advertisement`, [pktLine(`# service=${service}\n`), FLUSH, refs])
  }
  const conversation = state.conversations.get(service)
  if (conversation === undefined) throw new Error(`No connection for ${service}`)
  state.conversations.delete(service)
  const chunks: Uint8Array[] = []
  for await (const chunk of request.body ?? []) chunks.push(chunk)
  conversation.channel.end(Buffer.concat(chunks))
  return response(request, `${service}-result`, [await conversation.readAll()])
}

function serviceOf(url: string): { readonly service: string; readonly isDiscovery: boolean } {
  const [, discovered] = /\/info\/refs\?service=(git-(?:upload|receive)-pack)$/.exec(url) ?? []
  if (discovered !== undefined) return { service: discovered, isDiscovery: true }
  return {
    service: url.endsWith('/git-receive-pack') ? 'git-receive-pack' : 'git-upload-pack',
    isDiscovery: false,
  }
}

const response = (
  { url, method = 'GET' }: GitHttpRequest,
  type: string,
  parts: readonly Buffer[],
): GitHttpResponse => ({
  url,
  method,
  statusCode: 200,
  statusMessage: 'OK',
  headers: { 'content-type': `application/x-${type}` },
  body: once(Buffer.concat(parts)),
})

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

type Conversation = {
  readonly channel: Channel
  /** The lines up to the first flush. */
  readonly readRefs: () => Promise<Buffer>
  readonly readAll: () => Promise<Buffer>
}

async function start(options: SshOptions, state: State, service: string): Promise<Conversation> {
  const { address } = options
  const client = await connected(options, state)
  const channel = await new Promise<Channel>((done, fail) => {
    client.exec(`${service} '${address.path}'`, (error, opened) =>
      error ? fail(failure(options, error)) : done(opened),
    )
  })
  let errors = ''
  channel.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < 500) errors += chunk.toString('utf8')
  })
  const received = channel[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let bytes = Buffer.alloc(0)
  const readMore = async (): Promise<boolean> => {
    const { value, done } = await received.next().catch((error: unknown) => {
      throw failure(options, error)
    })
    if (done === true) return false
    state.room -= value.length
    if (state.room < 0)
      throw upstream(nameOf(address), `it is larger than ${Math.round(options.maxBytes / 1_048_576)} MB`)
    bytes = Buffer.concat([bytes, value])
    return true
  }
  return {
    channel,
    async readRefs() {
      for (let at = 0; ; ) {
        const next = readPktLine(bytes, at)
        if (next === undefined) {
          if (!(await readMore())) throw upstream(nameOf(address), messageOf(errors))
          continue
        }
        at = next.end
        if (next.line !== null) continue
        const refs = bytes.subarray(0, at)
        bytes = bytes.subarray(at)
        return refs
      }
    },
    async readAll() {
      const chunks = [bytes]
      bytes = Buffer.alloc(0)
      while (await readMore()) {
        chunks.push(bytes)
        bytes = Buffer.alloc(0)
      }
      return Buffer.concat(chunks)
    },
  }
}

async function connected(options: SshOptions, state: State): Promise<Client> {
  if (state.client !== null) return state.client
  const { address, privateKey, hostKey, signal } = options
  const sock = await connectChecked(options)
  const client = new (library().Client)()
  state.client = client
  signal.addEventListener('abort', () => client.destroy(), { once: true })
  await new Promise<void>((done, fail) => {
    client.on('ready', done)
    client.on('error', (error: Error) =>
      fail(state.refused === null ? failure(options, error) : upstream(nameOf(address), state.refused)),
    )
    client.on('close', () => fail(failure(options, new Error('it closed the connection'))))
    client.connect({
      sock,
      username: address.username,
      privateKey,
      readyTimeout: READY_TIMEOUT_MS,
      hostVerifier: (key) => {
        state.seen = fingerprintOf(key)
        if (hostKey === null || hostKey === state.seen) return true
        state.refused = `its host key changed from ${hostKey} to ${state.seen}. If that is expected, trust the new key`
        return false
      },
    })
  })
  return client
}

/** The fingerprint of a public key as OpenSSH shows it. */
export const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

/** A connection to a public address, unless private ones are allowed; checked when the name is resolved. */
async function connectChecked({ address: { host, port }, allowPrivate }: SshOptions): Promise<Socket> {
  const refusal = allowPrivate ? null : literalRefusal(host)
  if (refusal !== null) throw upstream(host, refusal)
  const socket = connectTo({ host, port, ...(allowPrivate ? {} : { lookup: publicLookup }) })
  socket.setTimeout(READY_TIMEOUT_MS, () => socket.destroy(new Error('it doesn’t respond')))
  await new Promise<void>((done, fail) => {
    socket.once('connect', done)
    socket.once('error', (error: Error) => fail(upstream(host, connectionReason(error))))
  })
  socket.setTimeout(0)
  return socket
}

function connectionReason(error: Error): string {
  if (error instanceof RefusedAddress) return error.message
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'the hostname couldn’t be resolved'
  return code === 'ECONNREFUSED' ? 'it refuses the connection' : error.message
}

function failure({ address, signal }: SshOptions, error: unknown): unknown {
  if (signal.aborted) return signal.reason
  if (error instanceof DomainError) return error
  const message = error instanceof Error ? error.message : ''
  const isKeyRefused = /authentication methods failed/i.test(message)
  return upstream(nameOf(address), isKeyRefused ? 'it rejected the SSH key' : message || 'it doesn’t respond')
}

/** The last line of what the program printed; servers say there why they refuse. */
const messageOf = (errors: string): string =>
  errors
    .replace(/\p{Cc}+/gu, '\n')
    .trim()
    .split('\n')
    .at(-1)
    ?.slice(0, 300) || 'it isn’t a Git repository'

const nameOf = ({ host, path }: SshAddress): string => `${host}:${path}`
