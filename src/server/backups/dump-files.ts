import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Blobs } from '../content/blobs.ts'
import { MissingObjectError } from '../storage/storage.ts'
import { copyOut } from './copy-stream.ts'
import type { OnProgress } from './dump-database.ts'
import type { Manifest } from './manifest.ts'
import { type BackupPlace, readParts, storeSealed, writeParts } from './parts.ts'

/** Files of all backups of a target; equal files are stored once. */
export const FILES_PREFIX = 'files/'

/** Uploaded files by the SHA-256 of their bytes. An encrypted one has another name: it must not replace a plain one. */
export const fileKey = (hash: string, isEncrypted: boolean): string =>
  `${FILES_PREFIX}${hash.slice(0, 2)}/${hash}${isEncrypted ? '.enc' : ''}`

type StoredFile = { readonly hash: string; readonly size: number }

/** Bytes that an encrypted object has more than its content of `size` bytes. */
const overheadOf = (size: number): number => 40 + 16 * Math.max(1, Math.ceil(size / 65_536))

/**
 * Copies the files of a snapshot that the target does not have yet, four at a time, and writes their list. Files stay
 * in the storage for a day after their last use, so those of the snapshot are still there.
 */
export async function dumpFiles(
  client: pg.ClientBase,
  place: BackupPlace,
  { blobs, inPlace, rewrite, progress }: FileOptions,
): Promise<Manifest['files']> {
  const listFile = join(place.temporary, `files-${place.prefix.replaceAll('/', '')}`)
  await mkdir(place.temporary, { recursive: true, mode: 0o700 })
  try {
    const query = 'select hash, max(size) from file_blob group by hash order by hash'
    await pipeline(copyOut(client, `copy (${query}) to stdout (delimiter ' ')`), createWriteStream(listFile))
    const list = await writeParts(place, 'files', createReadStream(listFile))
    const totals = { count: 0, bytes: 0 }
    const missing: string[] = []
    const stored = inPlace || rewrite ? new Map<string, number>() : await storedFiles(place)
    const total = inPlace ? { count: 0 } : await countLines(listFile)
    await inParallel(filesIn(createReadStream(listFile)), async (file) => {
      totals.count += 1
      totals.bytes += file.size
      if (inPlace) return
      progress(`File ${totals.count} of ${total.count}`, totals.count / Math.max(1, total.count))
      const isStored = stored.get(file.hash) === sealedSize(file.size, place.ring !== undefined)
      if (!isStored && !(await copyFile(place, blobs, file))) missing.push(file.hash)
    })
    return { mode: inPlace ? 'inPlace' : 'copied', ...totals, list, missing: missing.sort() }
  } finally {
    await rm(listFile, { force: true })
  }
}

type FileOptions = {
  readonly blobs: Blobs
  readonly inPlace: boolean
  /** Writes files that are already in the target too, because one of them is damaged. */
  readonly rewrite: boolean
  readonly progress: OnProgress
}

const sealedSize = (size: number, isEncrypted: boolean): number => size + (isEncrypted ? overheadOf(size) : 0)

/** False if the storage does not have the file. */
async function copyFile(place: BackupPlace, blobs: Blobs, { hash }: StoredFile): Promise<boolean> {
  const key = fileKey(hash, place.ring !== undefined)
  try {
    await storeSealed(place, { key, name: hash, bytes: await blobs.stream(hash) })
    return true
  } catch (error) {
    if (error instanceof MissingObjectError) return false
    throw error
  }
}

/** The files of a backup, in ascending order of their hashes. */
export const filesOf = (place: BackupPlace, manifest: Manifest): AsyncIterable<StoredFile> =>
  filesIn(readParts(place, manifest.files.list))

async function* filesIn(lines: Readable): AsyncGenerator<StoredFile> {
  // `readline` does not report errors of its input.
  const failed = new Promise<never>((_, reject) => lines.once('error', reject))
  failed.catch(() => undefined)
  for await (const line of createInterface({ input: lines, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [hash = '', size = ''] = line.split(' ')
    yield { hash, size: Number(size) }
  }
  if (lines.errored !== null) await failed
}

async function countLines(path: string): Promise<{ count: number }> {
  let count = 0
  for await (const _ of filesIn(createReadStream(path))) count += 1
  return { count }
}

/** Sizes of the files in the target by hash: about 150 bytes of memory each. */
async function storedFiles({ storage, ring }: BackupPlace): Promise<Map<string, number>> {
  const stored = new Map<string, number>()
  for await (const { key, size } of storage.list(FILES_PREFIX)) {
    const [hash = '', extension] = key.slice(key.lastIndexOf('/') + 1).split('.')
    if ((extension === 'enc') === (ring !== undefined)) stored.set(hash, size)
  }
  return stored
}

const PARALLEL = 4

/** Runs a function for every item, a few at a time. */
export async function inParallel<T>(items: AsyncIterable<T>, run: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.asyncIterator]()
  const worker = async () => {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next())
      await run(next.value)
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}
