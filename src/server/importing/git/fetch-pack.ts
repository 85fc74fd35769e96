import type { HttpClient } from 'isomorphic-git'
import { version } from '../../version.ts'
import type { Credentials } from '../secrets.ts'

/** A server that understands version 2 of the protocol. */
export type PackServer = {
  /** Without user and password, and without a slash at its end. */
  readonly url: string
  readonly credentials: Credentials | undefined
  readonly request: (
    request: Parameters<HttpClient['request']>[0],
    maxBytes: number,
  ) => ReturnType<HttpClient['request']>
}

type PackRequest = {
  readonly wants: readonly string[]
  /** Whether to leave out the history and the contents of files. */
  readonly isOutline: boolean
  readonly maxBytes: number
}

/** The server doesn’t send the objects that were requested, for example because it doesn’t allow it. */
export class PackRefused extends Error {
  override readonly name = 'PackRefused'
}

/**
 * Requests objects by their ids and returns them as a pack.
 * @throws {PackRefused}
 * @throws {ResponseTooLarge} if the response has more than `maxBytes`
 * @throws {DomainError} `upstream` if the server can’t be reached
 */
export async function fetchPack(
  { url, credentials, request }: PackServer,
  { wants, isOutline, maxBytes }: PackRequest,
): Promise<Buffer> {
  const lines = [
    'no-progress',
    'ofs-delta',
    ...(isOutline ? ['deepen 1', 'filter blob:none'] : []),
    ...wants.map((oid) => `want ${oid}`),
    'done',
  ]
  const head = packetLine('command=fetch') + packetLine(`agent=git/lectern-${version}`)
  const body = Buffer.from(`${head}0001${lines.map(packetLine).join('')}0000`)
  const answer = await request(
    {
      url: `${url}/git-upload-pack`,
      method: 'POST',
      headers: {
        'content-type': 'application/x-git-upload-pack-request',
        accept: 'application/x-git-upload-pack-result',
        'git-protocol': 'version=2',
        ...authorizationOf(credentials),
      },
      body: once(body),
    },
    maxBytes,
  )
  if (answer.statusCode !== 200) throw new PackRefused(`it responded with ${answer.statusCode}`)
  const chunks: Buffer[] = []
  for await (const chunk of answer.body ?? [])
    chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
  const [whole] = chunks
  return packIn(whole !== undefined && chunks.length === 1 ? whole : Buffer.concat(chunks))
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

const packetLine = (text: string): string =>
  `${(Buffer.byteLength(text) + 5).toString(16).padStart(4, '0')}${text}\n`

function authorizationOf(credentials: Credentials | undefined): Record<string, string> {
  if (credentials === undefined) return {}
  const { username, password } = credentials
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
}

const PACK = 1
const FATAL = 3

/** The pack in a response: the packets of its last section, which begin with the number of their channel. */
function packIn(response: Buffer): Buffer {
  const parts: Buffer[] = []
  let isPack = false
  for (let at = 0; at + 4 <= response.length; ) {
    const length = Number.parseInt(response.toString('latin1', at, at + 4), 16)
    if (Number.isNaN(length) || at + length > response.length) break
    const packet = response.subarray(at + 4, at + Math.max(4, length))
    at += Math.max(4, length)
    if (!isPack) {
      const text = packet.toString('latin1', 0, 200)
      if (text.startsWith('ERR ')) throw new PackRefused(text.slice(4).trim())
      isPack = text.trimEnd() === 'packfile'
    } else if (packet[0] === PACK) parts.push(packet.subarray(1))
    else if (packet[0] === FATAL) throw new PackRefused(packet.toString('utf8', 1, 200).trim())
  }
  if (parts.length === 0) throw new PackRefused('it sent no pack')
  return Buffer.concat(parts)
}
