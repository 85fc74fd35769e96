import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { DomainError } from '../errors.ts'
import {
  depthProblem,
  IMPORT_LIMITS,
  isIgnored,
  type SourceFile,
  type SourceFiles,
  safePath,
} from './source-files.ts'

/**
 * Reads a zip archive entry by entry, without unpacking it to disk. Throws `DomainError('validation')` if it has entries
 * outside of the archive or encrypted ones, or if it exceeds the limits; `maxBytes` counts unpacked. Links are skipped.
 */
export async function zipFiles(archive: string, maxBytes: number): Promise<ZipFiles> {
  const zip = await openPromise(archive, { autoClose: false }).catch(refuse)
  try {
    const entries = await entriesOf(zip, maxBytes)
    return {
      list: async () =>
        Array.from(entries, ([path, entry]): SourceFile => ({ path, size: entry.uncompressedSize })),
      read: (path) => contentOf(zip, path, entries.get(path)),
      stream: (path) => streamOf(zip, path, entries.get(path)),
      extract: (path, to) => extract(zip, entries.get(path), to),
      close: async () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

/** A zip archive, whose entries can also be written to a file without holding them in memory. */
export type ZipFiles = SourceFiles & {
  readonly stream: NonNullable<SourceFiles['stream']>
  readonly extract: (path: string, to: string) => Promise<void>
}

async function extract(zip: ZipFile, entry: Entry | undefined, to: string): Promise<void> {
  if (entry === undefined) throw damaged('a part is missing')
  await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(to)).catch(refuse)
}

async function entriesOf(zip: ZipFile, maxBytes: number): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > IMPORT_LIMITS.entries)
    throw damaged(`it has more than ${IMPORT_LIMITS.entries} entries`)
  const entries = new Map<string, Entry>()
  const total = { packed: 0, unpacked: 0 }
  try {
    for await (const entry of zip.eachEntry()) {
      const path = admitted(entry)
      if (path === null) continue
      total.packed += entry.compressedSize
      total.unpacked += entry.uncompressedSize
      if (total.unpacked > maxBytes)
        throw damaged(`it is larger than ${Math.round(maxBytes / 1_048_576)} MB when unpacked`)
      entries.set(path, entry)
    }
  } catch (error) {
    refuse(error)
  }
  const isBomb = total.unpacked > 10 * 1_048_576 && total.unpacked > total.packed * IMPORT_LIMITS.ratio
  if (isBomb) throw damaged(`it unpacks to more than ${IMPORT_LIMITS.ratio} times its size`)
  return entries
}

/** The path of an entry that counts, null for folders and leavings. */
function admitted(entry: Entry): string | null {
  if (/[\\/]$/.test(entry.fileName)) return null
  const path = safePath(entry.fileName)
  if (path === null) throw damaged(`${entry.fileName} points outside the archive`)
  if (isIgnored(path)) return null
  const tooDeep = depthProblem(path)
  if (tooDeep !== null) throw damaged(tooDeep)
  if (isLink(entry)) return null
  if (entry.isEncrypted()) throw damaged('it is encrypted')
  if (!entry.canDecodeFileData()) throw damaged(`${path} uses an unsupported compression method`)
  return path
}

/** Unix archives store the file type in the upper half of the attributes. */
const isLink = (entry: Entry): boolean => ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000

async function streamOf(zip: ZipFile, path: string, entry: Entry | undefined): Promise<Readable> {
  if (entry === undefined) throw damaged(`${path} isn’t in the archive`)
  return zip.openReadStreamPromise(entry).catch(refuse)
}

/** The library fails the stream if an entry is larger than declared. */
async function contentOf(zip: ZipFile, path: string, entry: Entry | undefined): Promise<Buffer> {
  if (entry === undefined) throw damaged(`${path} isn’t in the archive`)
  try {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch (error) {
    return refuse(error)
  }
}

function refuse(error: unknown): never {
  if (error instanceof DomainError) throw error
  throw damaged(reasonOf(error instanceof Error ? error.message : String(error)))
}

/** What the messages of the library mean to people. */
function reasonOf(message: string): string {
  const [, outside] = /^(?:absolute path|invalid relative path): (.*)$/s.exec(message) ?? []
  if (outside !== undefined) return `${outside} points outside the archive`
  if (message.startsWith('ENOENT')) return 'there is no such file'
  return /central directory/i.test(message) ? 'it isn’t a zip file, or part of it is missing' : message
}

const damaged = (why: string): DomainError =>
  new DomainError('validation', `The archive can’t be imported: ${why}`)
