import { percentDecoded } from '#markup/percent-decoded.ts'
import { DomainError } from '../errors.ts'
import type { OutsideFetch } from './fetch.ts'
import type { OnProgress, PlannedFile } from './plan.ts'

const CONCURRENCY = 4
const MAX_BYTES = 20 * 1_048_576

/** Stores bytes and returns a function that reads them again. */
export type StoreBytes = (bytes: Buffer) => Promise<() => Promise<Buffer>>

export type Images = {
  /** The images that could be read, by URL. */
  readonly files: ReadonlyMap<string, PlannedFile>
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
}

/** Reads each image once. Images that cannot be read or exceed the limits keep their original URL. */
export async function readImages(
  urls: readonly string[],
  options: {
    readonly fetch: OutsideFetch
    readonly room: number
    readonly endsAt: number
    readonly newId: () => string
    /** Stores bytes until they are used, so that all images of a site need not fit into memory. */
    readonly storeBytes: StoreBytes
    readonly onProgress: OnProgress
    readonly signal: AbortSignal
  },
): Promise<Images> {
  const pending = [...new Set(urls)]
  const files = new Map<string, PlannedFile>()
  const skipped: { path: string; reason: string }[] = []
  let { room } = options
  for (let done = 0; done < pending.length; done += CONCURRENCY) {
    await options.onProgress({ phase: 'files', done, total: pending.length })
    const batch = pending.slice(done, done + CONCURRENCY)
    const isOver = room <= 0 || Date.now() >= options.endsAt
    const read = isOver
      ? batch.map(() => 'The import has reached its limits')
      : await Promise.all(batch.map(readOne))
    for (const [index, url] of batch.entries()) {
      const bytes = read[index]
      if (bytes === undefined || typeof bytes === 'string') {
        skipped.push({ path: url, reason: bytes ?? 'It can’t be read' })
        continue
      }
      room -= bytes.length
      files.set(url, {
        id: options.newId(),
        name: nameIn(url),
        source: url,
        read: await options.storeBytes(bytes),
      })
    }
  }
  return { files, skipped }

  async function readOne(url: string): Promise<Buffer | string> {
    try {
      const fetchOptions = { types: ['image/*'], maxBytes: Math.min(MAX_BYTES, room), signal: options.signal }
      return (await options.fetch.get(url, fetchOptions)).bytes
    } catch (error) {
      if (error instanceof DomainError) return String(error.details?.reason ?? error.message)
      throw error
    }
  }
}

const nameIn = (url: string): string =>
  percentDecoded(new URL(url).pathname.split('/').at(-1) ?? '') || 'image'
