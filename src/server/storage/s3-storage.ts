import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { DomainError } from '../errors.ts'
import {
  type ByteRange,
  MissingObjectError,
  type PutOptions,
  type Storage,
  type StoredObject,
} from './storage.ts'

export type S3Settings = {
  readonly bucket: string
  /** Before all keys; empty, or with a final slash. */
  readonly prefix: string
  /** Undefined for Amazon S3. */
  readonly endpoint: string | undefined
  readonly region: string
  /** Undefined for the usual places of the AWS tools: environment, profile, role of the machine. */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined
  /** Whether the bucket is in the path of a URL instead of its host name. */
  readonly pathStyle: boolean
}

/** An object that is younger than this counts as stored recently: half of the time that unused bytes are kept. */
const RECENT_MS = 12 * 3_600_000
/** Larger files are streamed, which the client can't repeat on its own. */
const MAX_BUFFERED_BYTES = 16 * 1_048_576
const ATTEMPTS = 3

/** A storage in an S3-compatible object store. The client is loaded with the first use. */
export function s3Storage(settings: S3Settings): Storage {
  const location = `${settings.endpoint ?? 'Amazon S3'}, bucket ${settings.bucket}${settings.prefix && `/${settings.prefix}`}`
  let opened: ReturnType<typeof open> | undefined
  const keyOf = (key: string): string => settings.prefix + key

  async function use<T>(key: string, run: (s3: Awaited<ReturnType<typeof open>>) => Promise<T>): Promise<T> {
    opened ??= open(settings)
    try {
      return await run(await opened)
    } catch (error) {
      throw describe(error, key, location)
    }
  }

  const statOf = (key: string): Promise<StoredObject | null> =>
    use(key, async ({ disk }) => {
      const { contentLength: size, lastModified: modifiedAt } = await disk.getMetaData(keyOf(key))
      return { key, size, modifiedAt }
    }).catch(nullIfMissing)

  const put = (key: string, bytes: Buffer, { contentType }: PutOptions = {}): Promise<void> =>
    use(key, ({ disk }) =>
      disk.put(keyOf(key), bytes, { contentType: contentType ?? 'application/octet-stream' }),
    )

  return {
    location,
    movesAtomically: false,
    put,
    async putFile(key, path, options = {}) {
      const { size } = await stat(path)
      if (size <= MAX_BUFFERED_BYTES) return put(key, await readFile(path), options)
      const contentType = options.contentType ?? 'application/octet-stream'
      await use(key, ({ disk }) =>
        repeat(() =>
          disk.putStream(keyOf(key), createReadStream(path), { contentType, contentLength: size }),
        ),
      )
    },
    read: (key) => use(key, async ({ disk }) => Buffer.from(await disk.getBytes(keyOf(key)))),
    stream: (key, range) =>
      use(key, ({ disk, partOf }) => (range ? partOf(keyOf(key), range) : disk.getStream(keyOf(key)))),
    stat: statOf,
    async *list(prefix) {
      let paginationToken: string | undefined
      do {
        const page = await use(prefix, ({ disk }) =>
          disk.listAll(keyOf(prefix), { recursive: true, ...(paginationToken && { paginationToken }) }),
        )
        for (const object of page.objects) {
          const key = object.isFile ? object.key.slice(settings.prefix.length) : ''
          if (!object.isFile || !key.startsWith(prefix)) continue
          const { contentLength: size, lastModified: modifiedAt } = await object.getMetaData()
          yield { key, size, modifiedAt }
        }
        paginationToken = page.paginationToken
      } while (paginationToken !== undefined)
    },
    delete: (key) => use(key, ({ disk }) => disk.delete(keyOf(key))),
    async deleteAll(prefix) {
      for await (const { key } of this.list(prefix)) await this.delete(key)
    },
    move: (from, to) =>
      use(from, async ({ disk }) => {
        await disk.copy(keyOf(from), keyOf(to))
        await disk.delete(keyOf(from))
      }),
    async renew(key) {
      const object = await statOf(key)
      return object !== null && object.modifiedAt.getTime() > Date.now() - RECENT_MS
    },
  }
}

/** The client is large: only installations with an object store load it. */
async function open({ bucket, endpoint, region, credentials, pathStyle }: S3Settings) {
  const [{ S3Client, GetObjectCommand }, { Disk }, { S3Driver }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('flydrive'),
    import('flydrive/drivers/s3'),
  ])
  const client = new S3Client({
    region,
    forcePathStyle: pathStyle,
    maxAttempts: ATTEMPTS,
    // Many compatible stores don't know the checksums that newer clients send by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
  })
  // Access is a matter of the bucket: most compatible stores have no rights per object.
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  const partOf = async (key: string, { start, end }: ByteRange): Promise<Readable> => {
    const part = new GetObjectCommand({ Bucket: bucket, Key: key, Range: `bytes=${start}-${end}` })
    return (await client.send(part)).Body as Readable
  }
  return { disk, partOf }
}

async function repeat(run: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run()
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
    }
  }
}

const nullIfMissing = (error: unknown): null => {
  if (error instanceof MissingObjectError) return null
  throw error
}

/** The store's answer, which Flydrive wraps. */
type StoreError = Error & { readonly $metadata?: { readonly httpStatusCode?: number } }

/** A missing object, wrong settings, or a store that can't be reached. */
function describe(error: unknown, key: string, location: string): Error {
  const cause = ((error as Error).cause ?? error) as StoreError
  if (cause instanceof DomainError) return cause
  const status = cause.$metadata?.httpStatusCode
  if (status === 404 && cause.name !== 'NoSuchBucket') return new MissingObjectError(key, location)
  const reason = [cause.name, cause.message].filter(Boolean).join(': ')
  const unavailable = new DomainError(
    'unavailable',
    "The service can't reach its file storage. Try again soon",
    {
      retryAfter: 5,
    },
  )
  unavailable.cause = new Error(
    `The object store (${location}) answered ${key} with ${status ?? 'no response'}: ${reason}`,
  )
  return unavailable
}
