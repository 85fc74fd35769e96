import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** A real DNS server on this machine that answers with the TXT records of a test, by UDP (RFC 1035). */
export type DnsServer = {
  /** Its address and port. */
  readonly address: string
  /** The TXT records by name. */
  readonly texts: Map<string, readonly string[]>
  readonly stop: () => Promise<void>
}

const TXT = 16
const INTERNET = 1
const NXDOMAIN = 3
const HEADER_BYTES = 12

export async function startDnsServer(): Promise<DnsServer> {
  const texts = new Map<string, readonly string[]>()
  const socket = createSocket('udp4')
  socket.on('message', (query, { address, port }) => socket.send(responseTo(query, texts), port, address))
  await new Promise<void>((listening) => socket.bind(0, '127.0.0.1', listening))
  const { port } = socket.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    texts,
    stop: () => new Promise((closed) => socket.close(() => closed())),
  }
}

function responseTo(query: Buffer, texts: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, end } = questionIn(query)
  const type = query.readUInt16BE(end)
  const records = texts.get(name)
  const answers = type === TXT ? (records ?? []).map(textRecord) : []
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  // A response, authoritative, recursion desired and available.
  header.writeUInt16BE(0x8580 | (records === undefined ? NXDOMAIN : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers.length, 6)
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end + 4), ...answers])
}

/** The name in a query, and where it ends. */
function questionIn(query: Buffer): { name: string; end: number } {
  const parts: string[] = []
  let at = HEADER_BYTES
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    parts.push(query.toString('ascii', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: parts.join('.').toLowerCase(), end: at + 1 }
}

/** A TXT record of the name in the question. */
function textRecord(text: string): Buffer {
  const value = Buffer.from(text)
  const head = Buffer.alloc(13)
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
  head.writeUInt16BE(TXT, 2)
  head.writeUInt16BE(INTERNET, 4)
  head.writeUInt16BE(value.length + 1, 10)
  head.writeUInt8(value.length, 12)
  return Buffer.concat([head, value])
}
