import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { MissingObjectError, type Storage } from '../storage/storage.ts'
import { decrypting, encrypting, type Keyring } from './encryption.ts'
import { DamagedPart } from './errors.ts'
import type { Part } from './manifest.ts'

/** Where a backup is written or read. */
export type BackupPlace = {
  readonly storage: Storage
  /** The folder of the backup in the storage, with a final slash. */
  readonly prefix: string
  readonly ring: Keyring | undefined
  /** Local folder for one part at a time, at most `PART_BYTES` and a chunk. */
  readonly temporary: string
}

/** Plain bytes of a part, so that no object exceeds what object stores accept in one request. */
const PART_BYTES = 256 * 1024 * 1024
/** Level 3 takes a third of the time of the default and 10 % more space. */
const GZIP = { level: 3, chunkSize: 65_536 }

/** Writes a stream as compressed parts `name.gz`, `name.2.gz` and so on; an empty stream is one part. */
export async function writeParts(
  place: BackupPlace,
  name: string,
  bytes: Readable,
  partBytes = PART_BYTES,
): Promise<Part[]> {
  const parts: Part[] = []
  const source = bytes[Symbol.asyncIterator]()
  for (let next = await source.next(); next.done !== true || parts.length === 0; ) {
    const content = async function* () {
      for (let size = 0; next.done !== true && size < partBytes; next = await source.next()) {
        size += (next.value as Buffer).length
        yield next.value as Buffer
      }
    }
    const partName = `${name}${parts.length === 0 ? '' : `.${parts.length + 1}`}.gz`
    const { size, sha256 } = await storeSealed(place, {
      key: place.prefix + partName,
      name: partName,
      bytes: Readable.from(content()),
      compress: true,
    })
    parts.push({ name: partName, size, sha256 })
  }
  return parts
}

/** Writes bytes as they are, encrypted if the backup is. */
export async function writePart(place: BackupPlace, name: string, bytes: Readable): Promise<Part> {
  const { size, sha256 } = await storeSealed(place, { key: place.prefix + name, name, bytes })
  return { name, size, sha256 }
}

type SealOptions = {
  readonly key: string
  readonly name: string
  readonly bytes: Readable
  readonly compress?: boolean
}

/** Encrypts and stores an object by way of a local file, because its size is unknown until its end. */
export async function storeSealed(
  { storage, ring, temporary }: BackupPlace,
  { key, name, bytes, compress = false }: SealOptions,
): Promise<{ size: number; sha256: string }> {
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  const path = join(temporary, randomUUID())
  const counter = counting()
  const cipher = ring === undefined ? new PassThrough() : await encrypting(ring, name)
  try {
    const gzip = compress ? createGzip(GZIP) : new PassThrough()
    await pipeline(bytes, gzip, cipher, counter.stream, createWriteStream(path, { mode: 0o600 }))
    await storage.putFile(key, path)
  } finally {
    await rm(path, { force: true })
  }
  return { size: counter.size(), sha256: counter.sha256() }
}

/** The content of parts, one after the other. Fails with DamagedPart at the end of the damaged one. */
export function readParts(place: BackupPlace, parts: readonly Part[]): Readable {
  const all = async function* () {
    for (const part of parts) {
      const sealed = await openPart(place, part)
      const gunzip = createGunzip({ finishFlush: constants.Z_FINISH })
      const plain = sealed.pipe(gunzip)
      sealed.once('error', (error) => gunzip.destroy(error))
      try {
        yield* plain as AsyncIterable<Buffer>
      } catch (error) {
        throw error instanceof DamagedPart ? error : await damageOf(place, part, error as Error)
      }
    }
  }
  return Readable.from(all(), { objectMode: false, highWaterMark: 65_536 })
}

/** The decrypted bytes of a part. The stream fails with DamagedPart if size or checksum differ. */
export async function openPart(place: BackupPlace, part: Part): Promise<Readable> {
  const stored = await streamOf(place, part)
  const check = checking(part)
  const output = place.ring === undefined ? new PassThrough() : decrypting(place.ring, part.name)
  stored.once('error', (error) => check.destroy(error))
  check.once('error', (error) => output.destroy(error))
  output.once('close', () => stored.destroy())
  return stored.pipe(check).pipe(output)
}

/** Reads a part to its end and compares size and checksum. @throws {DamagedPart} */
export async function checkPart(place: BackupPlace, part: Part): Promise<void> {
  await pipeline(await streamOf(place, part), checking(part), async (bytes) => {
    for await (const _ of bytes);
  })
}

async function streamOf({ storage, prefix }: BackupPlace, part: Part): Promise<Readable> {
  try {
    return await storage.stream(prefix + part.name)
  } catch (error) {
    if (error instanceof MissingObjectError) throw new DamagedPart(part.name, 'it is missing')
    throw error
  }
}

/** What decompression reports is the consequence of damage; the checksum names it. */
async function damageOf(place: BackupPlace, part: Part, error: Error): Promise<Error> {
  try {
    await checkPart(place, part)
  } catch (damage) {
    return damage as Error
  }
  return new DamagedPart(part.name, error.message)
}

/** Passes bytes on and fails at the end if they are not those of the part. */
function checking(part: Part): Transform {
  const counter = createHash('sha256')
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      counter.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
    flush(done) {
      if (size !== part.size)
        return done(new DamagedPart(part.name, `it has ${size} bytes instead of ${part.size}`))
      if (counter.digest('hex') !== part.sha256)
        return done(new DamagedPart(part.name, 'its checksum does not match'))
      done()
    },
  })
}

function counting() {
  const digest = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      digest.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, size: () => size, sha256: () => digest.digest('hex') }
}
