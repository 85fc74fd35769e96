import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'

/** Bytes of files under the SHA-256 of their content (64 hex digits); the same bytes are kept once. */
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
}

export type StoredBlob = { readonly hash: string; readonly size: number }

/** Blobs in a folder of this machine; it is made with the first file. */
export const blobsIn = (folder: string): Blobs =>
  blobsOn(new Disk(new FSDriver({ location: folder, visibility: 'private' })))

/** Blobs on any disk that flydrive knows. */
export function blobsOn(disk: Disk): Blobs {
  return {
    put: (bytes, about = {}) =>
      Buffer.isBuffer(bytes) ? putBuffer(disk, bytes, about) : putStream(disk, bytes, about),
    stream: (hash) => disk.getStream(keyOf(hash)),
    read: async (hash) => Buffer.from(await disk.getBytes(keyOf(hash))),
    has: (hash) => disk.exists(keyOf(hash)),
    remove: (hash) => disk.delete(keyOf(hash)),
  }
}

const keyOf = (hash: string) => `${hash.slice(0, 2)}/${hash}`

type About = { readonly contentType?: string | undefined }

async function putBuffer(disk: Disk, bytes: Buffer, about: About): Promise<StoredBlob> {
  const hash = createHash('sha256').update(bytes).digest('hex')
  if (!(await disk.exists(keyOf(hash)))) {
    await placed(disk, hash, (key) => disk.put(key, bytes, optionsOf(about)))
  }
  return { hash, size: bytes.length }
}

/** Kept in a temporary file until the hash is known and the last byte has come. */
async function putStream(disk: Disk, bytes: Readable, about: About): Promise<StoredBlob> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-arriving-'))
  try {
    const path = join(folder, 'file')
    const { hash, size } = await spool(bytes, path)
    if (!(await disk.exists(keyOf(hash)))) {
      await placed(disk, hash, (key) => disk.copyFromFs(path, key, optionsOf(about)))
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

/** Written aside and moved, so that a crash never leaves half a file under a hash. */
async function placed(disk: Disk, hash: string, write: (key: string) => Promise<void>): Promise<void> {
  const key = arrivalKey()
  await write(key)
  await disk.move(key, keyOf(hash))
}

const arrivalKey = () => `arriving/${randomUUID()}`

const optionsOf = ({ contentType }: About) => (contentType === undefined ? {} : { contentType })
