import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** The bytes of files by the SHA-256 of their content (64 hex digits); equal bytes are stored once. */
export type Blobs = {
  /** Resolves once the bytes are safe under their hash. */
  readonly put: (
    bytes: Buffer | Readable,
    about?: { readonly contentType?: string | undefined },
  ) => Promise<StoredBlob>
  /** @throws when nothing is stored under the hash. */
  readonly stream: (hash: string) => Promise<Readable>
  readonly read: (hash: string) => Promise<Buffer>
  readonly has: (hash: string) => Promise<boolean>
  readonly remove: (hash: string) => Promise<void>
  /**
   * Removes unused bytes that were stored before a point in time. `isUsed` is called once the bytes can no longer be
   * found: whoever stores them from then on writes them again.
   */
  readonly removeUnused: (
    hash: string,
    before: Date,
    isUsed: () => Promise<boolean>,
  ) => Promise<RemovalResult>
}

export type RemovalResult = 'removed' | 'recent' | 'used'

export type StoredBlob = { readonly hash: string; readonly size: number }

/** Blobs in a local folder, which is created with the first file. */
export const blobsIn = (folder: string): Blobs =>
  blobsOn({
    disk: new Disk(new FSDriver({ location: folder, visibility: 'private' })),
    // The driver would copy, and leave half a file if it is cut off.
    async move(from, to) {
      await mkdir(dirname(join(folder, to)), { recursive: true })
      await rename(join(folder, from), join(folder, to))
    },
    async renew(key) {
      const now = new Date()
      return utimes(join(folder, key), now, now).then(
        () => true,
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') return false
          throw error
        },
      )
    },
  })

/** The disk with two atomic operations: `move`, and `renew`, which returns whether the file exists. */
type BlobStorage = {
  readonly disk: Disk
  readonly move: (from: string, to: string) => Promise<void>
  readonly renew: (key: string) => Promise<boolean>
}

function blobsOn(storage: BlobStorage): Blobs {
  const { disk } = storage
  return {
    put: (bytes, about = {}) =>
      Buffer.isBuffer(bytes) ? putBuffer(storage, bytes, about) : putStream(storage, bytes, about),
    stream: (hash) => disk.getStream(keyOf(hash)),
    read: async (hash) => Buffer.from(await disk.getBytes(keyOf(hash))),
    has: (hash) => disk.exists(keyOf(hash)),
    remove: (hash) => disk.delete(keyOf(hash)),
    removeUnused: (hash, before, isUsed) => removeUnused(storage, hash, before, isUsed),
  }
}

const keyOf = (hash: string) => `${hash.slice(0, 2)}/${hash}`

type BlobOptions = { readonly contentType?: string | undefined }

async function putBuffer(storage: BlobStorage, bytes: Buffer, about: BlobOptions): Promise<StoredBlob> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (!(await storage.renew(keyOf(hash)))) {
    await writeThenRename(storage, hash, (key) => storage.disk.put(key, bytes, optionsOf(about)))
  }
  return { hash, size: bytes.length }
}

/** Written to a temporary file until the last byte has arrived and the hash is known. */
async function putStream(storage: BlobStorage, bytes: Readable, about: BlobOptions): Promise<StoredBlob> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-arriving-'))
  try {
    const path = join(folder, 'file')
    const { hash, size } = await spool(bytes, path)
    if (!(await storage.renew(keyOf(hash)))) {
      await writeThenRename(storage, hash, (key) => storage.disk.copyFromFs(path, key, optionsOf(about)))
    }
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

/** Written under another name and renamed, so that a crash never leaves half a file under a hash. */
async function writeThenRename(
  storage: BlobStorage,
  hash: string,
  write: (key: string) => Promise<void>,
): Promise<void> {
  const key = arrivalKey()
  await write(key)
  await storage.move(key, keyOf(hash))
}

/** Moved aside first, so that bytes stored at the same time are either seen as recent or stored again. */
async function removeUnused(
  { disk, move }: BlobStorage,
  hash: string,
  before: Date,
  isUsed: () => Promise<boolean>,
): Promise<RemovalResult> {
  const [key, aside] = [keyOf(hash), `leaving/${hash}`]
  const isRecent = async (name: string) => (await disk.getMetaData(name)).lastModified >= before
  if (await disk.exists(key)) {
    if (await isRecent(key)) return 'recent'
    await move(key, aside)
  }
  // An interrupted attempt may also have left it there.
  if (!(await disk.exists(aside))) return 'removed'
  const result = (await isRecent(aside)) ? 'recent' : (await isUsed()) ? 'used' : 'removed'
  if (result === 'removed' || (await disk.exists(key))) await disk.delete(aside)
  else await move(aside, key)
  return result
}

const arrivalKey = () => `arriving/${randomUUID()}`

const optionsOf = ({ contentType }: BlobOptions) => (contentType === undefined ? {} : { contentType })
