import type { Readable } from 'node:stream'

/**
 * Where the service stores files: a local or shared folder, or an S3-compatible object store. Every instance on the
 * same database must see the same objects, so nothing outside of it may be needed by another instance.
 *
 * Keys are paths with `/`, without a leading one; each kind of object has a prefix in `PREFIXES`. Errors of an object
 * store that can't be reached are `DomainError('unavailable')`.
 */
export type Storage = {
  /** For messages: the folder, or the bucket with its endpoint. */
  readonly location: string
  /** Whether `move` is atomic, so that no one can write the old key between its two halves. */
  readonly movesAtomically: boolean
  /** Resolves once the bytes are safe; a reader never sees a part of them. Replaces an existing object. */
  readonly put: (key: string, bytes: Buffer, options?: PutOptions) => Promise<void>
  /** As `put`, with the bytes of a local file of any size. The file may be moved: don't use it afterwards. */
  readonly putFile: (key: string, path: string, options?: PutOptions) => Promise<void>
  /** @throws {MissingObjectError} */
  readonly read: (key: string) => Promise<Buffer>
  /** All bytes, or those of a range. @throws {MissingObjectError} before the stream begins */
  readonly stream: (key: string, range?: ByteRange) => Promise<Readable>
  /** Null if there is no such object. */
  readonly stat: (key: string) => Promise<StoredObject | null>
  /** All objects whose key begins with a prefix such as `blobs/`, which ends with `/`, in no particular order. */
  readonly list: (prefix: string) => AsyncIterable<StoredObject>
  /** Does nothing if there is no such object. */
  readonly delete: (key: string) => Promise<void>
  /** Deletes the objects below a prefix that ends with `/`. */
  readonly deleteAll: (prefix: string) => Promise<void>
  /** @throws {MissingObjectError} */
  readonly move: (from: string, to: string) => Promise<void>
  /**
   * Makes sure that an object counts as stored recently (see `StoredObject.modifiedAt`). False if there is no such
   * object, or if only a new `put` makes it recent.
   */
  readonly renew: (key: string) => Promise<boolean>
}

export type StoredObject = {
  readonly key: string
  /** Bytes. */
  readonly size: number
  readonly modifiedAt: Date
}

export type PutOptions = {
  readonly contentType?: string | undefined
  /** False for what can be created again: a power failure may take it. True by default. */
  readonly durable?: boolean
}

/** Positions of bytes; both are included, as in HTTP. */
export type ByteRange = { readonly start: number; readonly end: number }

/** The first part of the keys of each kind of object. A backup contains `blobs`; the others are temporary. */
export const PREFIXES = {
  /** Bytes of files by their SHA-256: `blobs/ab/abcd…`. */
  blobs: 'blobs/',
  /** Uploads that wait for the job that imports them: `imports/{id}/0`. */
  imports: 'imports/',
  /** PDFs, which are cached for a day. */
  printed: 'printed/',
  /** Objects that are being written. */
  arriving: 'tmp/arriving/',
} as const

/** The storage has no such object. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError'
  readonly key: string
  constructor(key: string, location: string) {
    super(`There is no ${key} in ${location}`)
    this.key = key
  }
}
