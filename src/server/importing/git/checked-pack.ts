import { setImmediate as breathe } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import { DomainError } from '../../errors.ts'

/** Limits for one pack. A server that sends files by their ids sends several. */
export const GIT_LIMITS = {
  /** The pack as transferred, from a server that only sends whole commits. It is in memory while it is unpacked. */
  packBytes: 256 * 1_048_576,
  objects: 100_000,
  /** One object, unpacked. */
  objectBytes: 128 * 1_048_576,
  /** All objects, unpacked. */
  bytes: 512 * 1_048_576,
  ms: 60 * 60_000,
} as const

const YIELD_EVERY = 500

/**
 * Checks a pack before it is unpacked: every object must inflate to its declared size, and neither one object nor all
 * together may exceed the limits. @throws {DomainError} `validation` with the reason
 */
export async function expectSafePack(pack: Buffer, bounds: typeof GIT_LIMITS = GIT_LIMITS): Promise<void> {
  if (pack.length < 32 || pack.toString('latin1', 0, 4) !== 'PACK') throw refused('it sent no pack')
  const count = pack.readUInt32BE(8)
  if (count > bounds.objects) throw refused(`it has more than ${bounds.objects} objects`)
  let at = 12
  let total = 0
  for (let object = 0; object < count; object++) {
    if (object % YIELD_EVERY === YIELD_EVERY - 1) await breathe()
    const unpacked = objectAt(pack, at)
    if (unpacked.size > bounds.objectBytes) throw refused('one of its files is too large')
    total += unpacked.size
    if (total > bounds.bytes) throw refused('it is too large when unpacked')
    at = unpacked.end
  }
}

const OFFSET_DELTA = 6
const NAMED_DELTA = 7

/** The end and the unpacked size of an object; a delta declares its result's size at its beginning. */
function objectAt(pack: Buffer, start: number): { readonly size: number; readonly end: number } {
  const type = ((pack[start] ?? 0) >> 4) & 7
  const { value: declared, at: after } = sizeAt(pack, start)
  let at = after
  if (type === OFFSET_DELTA) while (((pack[at++] ?? 0) & 0x80) !== 0);
  if (type === NAMED_DELTA) at += 20
  if (declared > GIT_LIMITS.objectBytes) return { size: declared, end: at }
  const { bytes, read } = inflated(pack.subarray(at), declared)
  const size = type >= OFFSET_DELTA ? resultSize(bytes) : declared
  return { size: Math.max(size, declared), end: at + read }
}

function inflated(packed: Buffer, declared: number): { readonly bytes: Buffer; readonly read: number } {
  try {
    // The type definitions lack the result for `info`.
    const { buffer, engine } = inflateSync(packed, {
      maxOutputLength: Math.max(1, declared),
      info: true,
    }) as unknown as {
      buffer: Buffer
      engine: { bytesWritten: number }
    }
    if (buffer.length === declared) return { bytes: buffer, read: engine.bytesWritten }
  } catch {
    // It inflates to more than declared, or not at all: refused below.
  }
  throw refused('its pack is damaged')
}

/** The size in the header of an object: four bits, then seven in each byte that follows. */
function sizeAt(pack: Buffer, start: number): { readonly value: number; readonly at: number } {
  let at = start
  let byte = pack[at++] ?? 0
  let value = byte & 15
  for (let scale = 16; (byte & 0x80) !== 0 && at < start + 10; scale *= 128) {
    byte = pack[at++] ?? 0
    value += (byte & 0x7f) * scale
  }
  return { value, at }
}

/** A delta begins with the size of its source, then with that of its result. */
function resultSize(delta: Buffer): number {
  let at = 0
  while (((delta[at++] ?? 0) & 0x80) !== 0);
  let value = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = delta[at++] ?? 0
    value += (byte & 0x7f) * scale
    if ((byte & 0x80) === 0) return value
    if (scale > 2 ** 49) throw refused('its pack is damaged')
  }
}

const refused = (why: string): DomainError =>
  new DomainError('validation', `The repository can’t be imported: ${why}`)
