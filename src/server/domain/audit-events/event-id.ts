import { randomBytes } from 'node:crypto'

/** A UUID (version 7) that sorts by time, and within one request by the order of its events. */
export function newEventId(at: Date, index: number): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(at.getTime(), 0, 6)
  bytes.writeUInt16BE(0x7000 | ((index >> 14) & 0xfff), 6)
  bytes.writeUInt16BE(0x8000 | (index & 0x3fff), 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
