import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ByteRange, MissingObjectError, PREFIXES, type Storage } from '../storage/storage.ts'

/** The bytes of files by the SHA-256 of their content (64 hex digits); equal bytes are stored once. */
export type Blobs = {
  /** Resolves once the bytes are safe under their hash. */
  readonly put: (
    bytes: Buffer | Readable,
    about?: { readonly contentType?: string | undefined },
  ) => Promise<StoredBlob>
  /** @throws {MissingObjectError} when nothing is stored under the hash. */
  readonly stream: (hash: string, range?: ByteRange) => Promise<Readable>
  readonly read: (hash: string) => Promise<Buffer>
  readonly has: (hash: string) => Promise<boolean>
  readonly remove: (hash: string) => Promise<void>
  /**
   * Removes unused bytes that were stored before a point in time. `isUsed` is called once the bytes can no longer be
   * found: whoever stores them from then on writes them again. A storage without atomic moves keeps the bytes aside,
   * where readers still find them, and needs a second call after the same period.
   */
  readonly removeUnused: (
    hash: string,
    before: Date,
    isUsed: () => Promise<boolean>,
  ) => Promise<RemovalResult>
}

export type RemovalResult = 'removed' | 'recent' | 'used'

export type StoredBlob = { readonly hash: string; readonly size: number }

export const blobsIn = (storage: Storage): Blobs => ({
  put: (bytes, about = {}) =>
    Buffer.isBuffer(bytes) ? putBuffer(storage, bytes, about) : putStream(storage, bytes, about),
  stream: (hash, range) => readable(hash, (key) => storage.stream(key, range)),
  read: (hash) => readable(hash, storage.read),
  has: async (hash) => (await storage.stat(keyOf(hash))) !== null,
  remove: (hash) => storage.delete(keyOf(hash)),
  removeUnused: (hash, before, isUsed) => removeUnused(storage, hash, before, isUsed),
})

const keyOf = (hash: string) => `${PREFIXES.blobs}${hash.slice(0, 2)}/${hash}`
const asideOf = (hash: string) => `${PREFIXES.blobs}leaving/${hash}`

/** Bytes that are about to be removed can be in use again. */
const readable = <T>(hash: string, read: (key: string) => Promise<T>): Promise<T> =>
  read(keyOf(hash)).catch((error: unknown) => {
    if (!(error instanceof MissingObjectError)) throw error
    return read(asideOf(hash)).catch((second: unknown) => {
      throw second instanceof MissingObjectError ? error : second
    })
  })

type BlobOptions = { readonly contentType?: string | undefined }

async function putBuffer(storage: Storage, bytes: Buffer, about: BlobOptions): Promise<StoredBlob> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (!(await storage.renew(keyOf(hash)))) await storage.put(keyOf(hash), bytes, about)
  return { hash, size: bytes.length }
}

/** Written to a temporary file until the last byte has arrived and the hash is known. */
async function putStream(storage: Storage, bytes: Readable, about: BlobOptions): Promise<StoredBlob> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-arriving-'))
  try {
    const path = join(folder, 'file')
    const { hash, size } = await spool(bytes, path)
    if (!(await storage.renew(keyOf(hash)))) await storage.putFile(keyOf(hash), path, about)
    return { hash, size }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function spool(bytes: Readable, path: string): Promise<StoredBlob> {
  const hash = createHash('sha256')
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  await pipeline(bytes, counted, createWriteStream(path))
  return { hash: hash.digest('hex'), size }
}

/** Moved aside first, so that bytes stored at the same time are either seen as recent or stored again. */
async function removeUnused(
  storage: Storage,
  hash: string,
  before: Date,
  isUsed: () => Promise<boolean>,
): Promise<RemovalResult> {
  const [key, aside] = [keyOf(hash), asideOf(hash)]
  const stored = await storage.stat(key)
  if (stored !== null) {
    if (stored.modifiedAt >= before) return 'recent'
    await storage.move(key, aside)
  }
  // An interrupted attempt may also have left it there.
  const left = await storage.stat(aside)
  if (left === null) return 'removed'
  const result = left.modifiedAt >= before ? 'recent' : (await isUsed()) ? 'used' : 'removed'
  const isStoredAgain = (await storage.stat(key)) !== null
  if (result === 'removed' || isStoredAgain) await storage.delete(aside)
  // A copy is always recent, and someone may have stored the original between copying and deleting it: it stays aside.
  else if (storage.movesAtomically || (await isUsed())) await storage.move(aside, key)
  return result
}
