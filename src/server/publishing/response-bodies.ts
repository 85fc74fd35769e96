import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import { ownBytes } from '../own-bytes.ts'

/** A finished response body. */
export type Body = {
  readonly type: string
  readonly bytes: Buffer
  /** Hash of the bytes, without quotes. */
  readonly hash: string
  /** Other origins that the page may send requests to. */
  readonly connects?: readonly string[]
}

export type Encoding = 'br' | 'gzip'

export const bodyOf = (type: string, text: string): Body => bodyFrom(type, ownBytes(Buffer.from(text)))

export function bodyFrom(type: string, bytes: Buffer): Body {
  return { type, bytes, hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 27) }
}

/** `heads` identifies the content of all spaces that the body depends on; null if its key is enough. */
type CachedBody = { readonly body: Body; readonly heads: string | null }

/** A rendered text, and whether it depends on content of other spaces. */
export type RenderedBody = {
  readonly text: string
  readonly dependsOnOthers: boolean
  readonly connects?: readonly string[]
}

/** Compressed bodies take up to half as much again. */
const MAX_CACHED_BYTES = 24_000_000

export type Bodies = {
  /** The cached body of a key, or a new one. `heads` identifies the current content of all spaces of the site. */
  readonly get: (
    key: string,
    heads: string,
    make: () => Promise<RenderedBody & { readonly type: string }>,
  ) => Promise<Body>
  /** The compressed bytes. */
  readonly compressed: (body: Body, encoding: Encoding) => Promise<Buffer>
}

/** A cache of bodies with bounded size. Concurrent requests for a page render it once. */
export function newBodies(): Bodies {
  const cache = new LRUCache<string, CachedBody>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ body }) => body.bytes.length + 500,
  })
  const compressedBytes = new LRUCache<string, Buffer>({
    maxSize: MAX_CACHED_BYTES / 2,
    sizeCalculation: (bytes) => bytes.length + 200,
  })
  const pending = new Map<string, Promise<Body>>()
  return {
    async get(key, heads, make) {
      const known = cache.get(key)
      if (known && (known.heads === null || known.heads === heads)) return known.body
      const pendingKey = `${key} ${heads}`
      const build = pending.get(pendingKey) ?? render().finally(() => pending.delete(pendingKey))
      pending.set(pendingKey, build)
      return build

      async function render(): Promise<Body> {
        const { type, text, dependsOnOthers, connects = [] } = await make()
        const body = { ...bodyOf(type, text), ...(connects.length > 0 ? { connects } : {}) }
        cache.set(key, { body, heads: dependsOnOthers ? heads : null })
        return body
      }
    },
    async compressed(body, encoding) {
      const key = `${body.hash} ${encoding}`
      const known = compressedBytes.get(key)
      if (known) return known
      const bytes = ownBytes(await compressors[encoding](body.bytes))
      compressedBytes.set(key, bytes)
      return bytes
    },
  }
}

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** Levels at which a page of 100 kB takes a few milliseconds, off the main thread. */
const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    brotliAsync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => gzipAsync(bytes, { level: 6 }),
}
