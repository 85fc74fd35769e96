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
const DEFAULT_TYPE = 'application/octet-stream'

/** A storage in an S3-compatible object store. The client is loaded with the first use. */
export function s3Storage(settings: S3Settings): Storage {
  const location = `${settings.endpoint ?? 'Amazon S3'}, bucket ${settings.bucket}${settings.prefix && `/${settings.prefix}`}`
  let opened: Promise<Opened> | undefined
  const keyOf = (key: string): string => settings.prefix + key
  const at = (key: string) => ({ Bucket: settings.bucket, Key: keyOf(key) })

  async function use<T>(key: string, run: (s3: Opened) => Promise<T>): Promise<T> {
    opened ??= open(settings)
    try {
      return await run(await opened)
    } catch (error) {
      throw describe(error, key, location)
    }
  }

  const statOf = (key: string): Promise<StoredObject | null> =>
    use(key, async ({ client, sdk }) => {
      const object = await client.send(new sdk.HeadObjectCommand(at(key)))
      return storedObject(key, object.ContentLength, object.LastModified)
    }).catch(nullIfMissing)

  async function bodyOf({ client, sdk }: Opened, key: string, range?: ByteRange) {
    const part = range && { Range: `bytes=${range.start}-${range.end}` }
    const { Body } = await client.send(new sdk.GetObjectCommand({ ...at(key), ...part }))
    if (Body === undefined) throw new Error('The answer has no body')
    return Body
  }

  const put = (key: string, bytes: Buffer, { contentType }: PutOptions = {}): Promise<void> =>
    use(key, async ({ client, sdk }) => {
      const object = { ...at(key), Body: bytes, ContentType: contentType ?? DEFAULT_TYPE }
      await client.send(new sdk.PutObjectCommand(object))
    })

  return {
    location,
    movesAtomically: false,
    put,
    async putFile(key, path, options = {}) {
      const { size } = await stat(path)
      if (size <= MAX_BUFFERED_BYTES) return put(key, await readFile(path), options)
      const object = { ...at(key), ContentType: options.contentType ?? DEFAULT_TYPE, ContentLength: size }
      await use(key, ({ client, sdk }) =>
        repeat(async () => {
          await client.send(new sdk.PutObjectCommand({ ...object, Body: createReadStream(path) }))
        }),
      )
    },
    read: (key) => use(key, async (s3) => Buffer.from(await (await bodyOf(s3, key)).transformToByteArray())),
    stream: (key, range) => use(key, async (s3) => (await bodyOf(s3, key, range)) as Readable),
    stat: statOf,
    async *list(prefix) {
      let token: string | undefined
      do {
        const request = {
          Bucket: settings.bucket,
          Prefix: keyOf(prefix),
          ...(token && { ContinuationToken: token }),
        }
        const page = await use(prefix, ({ client, sdk }) =>
          client.send(new sdk.ListObjectsV2Command(request)),
        )
        for (const { Key = '', Size, LastModified } of page.Contents ?? []) {
          const key = Key.slice(settings.prefix.length)
          if (key.startsWith(prefix)) yield storedObject(key, Size, LastModified)
        }
        token = page.NextContinuationToken
      } while (token !== undefined)
    },
    delete: (key) =>
      use(key, async ({ client, sdk }) => {
        await client.send(new sdk.DeleteObjectCommand(at(key)))
      }),
    async deleteAll(prefix) {
      for await (const { key } of this.list(prefix)) await this.delete(key)
    },
    move: (from, to) =>
      use(from, async ({ client, sdk }) => {
        const source = `${settings.bucket}/${keyOf(from).split('/').map(encodeURIComponent).join('/')}`
        await client.send(new sdk.CopyObjectCommand({ ...at(to), CopySource: source }))
        await client.send(new sdk.DeleteObjectCommand(at(from)))
      }),
    async renew(key) {
      const object = await statOf(key)
      return object !== null && object.modifiedAt.getTime() > Date.now() - RECENT_MS
    },
  }
}

type Opened = Awaited<ReturnType<typeof open>>

/** The client is large: only installations with an object store load it. */
async function open({ endpoint, region, credentials, pathStyle }: S3Settings) {
  const sdk = await import('@aws-sdk/client-s3')
  const client = new sdk.S3Client({
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
  return { client, sdk }
}

function storedObject(key: string, size: number | undefined, modifiedAt: Date | undefined): StoredObject {
  if (size === undefined || modifiedAt === undefined)
    throw new Error(`The store has no size or time of ${key}`)
  return { key, size, modifiedAt }
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

/** The store's answer. */
type StoreError = Error & { readonly $metadata?: { readonly httpStatusCode?: number } }

/** A missing object, wrong settings, or a store that can't be reached. */
function describe(error: unknown, key: string, location: string): Error {
  const cause = error as StoreError
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
