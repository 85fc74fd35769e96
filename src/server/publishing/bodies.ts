import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

/** Something to send, as often as it is asked for. */
export type Body = {
  readonly type: string
  readonly bytes: Buffer
  /** Hash of the bytes, without quotes. */
  readonly hash: string
}

export type Encoding = 'br' | 'gzip'

export const bodyOf = (type: string, text: string): Body => bodyFrom(type, Buffer.from(text))

export function bodyFrom(type: string, bytes: Buffer): Body {
  return { type, bytes, hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 27) }
}

/** `heads` is the state of all spaces that the body was made from, null when its key says everything. */
type Kept = { readonly body: Body; readonly heads: string | null }

/** What was made, and the state of all spaces if that decides it too. */
export type Made = { readonly text: string; readonly dependsOnOthers: boolean }

/** At most so many bytes of pages are kept, and half of that again compressed. */
const mostBytes = 48_000_000

export type Bodies = {
  /** The body of a key, made when it is not there; `heads` is the state of all spaces of the site now. */
  readonly get: (
    key: string,
    heads: string,
    make: () => Promise<Made & { readonly type: string }>,
  ) => Promise<Body>
  /** Its bytes compressed, or as they are where that gains nothing. */
  readonly pressed: (body: Body, encoding: Encoding) => Promise<Buffer>
}

/** A store of bodies of bounded size, for one service. The same page asked for by many at once is made once. */
export function newBodies(): Bodies {
  const kept = new LRUCache<string, Kept>({
    maxSize: mostBytes,
    sizeCalculation: ({ body }) => body.bytes.length + 500,
  })
  const pressed = new LRUCache<string, Buffer>({
    maxSize: mostBytes / 2,
    sizeCalculation: (bytes) => bytes.length + 200,
  })
  const inMaking = new Map<string, Promise<Body>>()
  return {
    async get(key, heads, make) {
      const known = kept.get(key)
      if (known && (known.heads === null || known.heads === heads)) return known.body
      const making = `${key} ${heads}`
      const begun = inMaking.get(making) ?? build().finally(() => inMaking.delete(making))
      inMaking.set(making, begun)
      return begun

      async function build(): Promise<Body> {
        const { type, text, dependsOnOthers } = await make()
        const body = bodyOf(type, text)
        kept.set(key, { body, heads: dependsOnOthers ? heads : null })
        return body
      }
    },
    async pressed(body, encoding) {
      const key = `${body.hash} ${encoding}`
      const known = pressed.get(key)
      if (known) return known
      const bytes = await compressed[encoding](body.bytes)
      pressed.set(key, bytes)
      return bytes
    },
  }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Levels at which a page of 100 kB takes some milliseconds, off the main thread. */
const compressed: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: (bytes) => gzipped(bytes, { level: 6 }),
}
