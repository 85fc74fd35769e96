import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import type { StagedFile } from '../db/tables/imports.ts'
import { DomainError } from '../errors.ts'
import { depthProblem, IMPORT_LIMITS, isIgnored, type SourceFiles, safePath } from './source-files.ts'

/** Files on the way into an import, in a folder per import. Other instances don't see them: see uploads.ts. */
const stagingFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'tmp', 'imports')

/** The staging folder of an import. */
export const folderOf = (config: Pick<Config, 'dataDir'>, importId: string): string =>
  join(stagingFolder(config), importId)

/** Imports whose files this process has stored and not removed yet: never abandoned, whatever the clock says. */
const staged = new Set<string>()

export type IncomingFile = { readonly path: string; readonly content: AsyncIterable<Uint8Array> }

/**
 * Stores the files of an upload as they arrive, under numbers, so that no file name can do harm. Throws `DomainError`:
 * `payload_too_large` beyond the limits, `validation` without usable files. After an error the stored files are removed.
 */
export async function stage(
  config: Pick<Config, 'dataDir' | 'importBytes'>,
  importId: string,
  incoming: AsyncIterable<IncomingFile>,
): Promise<StagedFile[]> {
  const folder = folderOf(config, importId)
  staged.add(importId)
  await mkdir(folder, { recursive: true })
  try {
    const files: StagedFile[] = []
    let bytesLeft = config.importBytes
    let count = 0
    for await (const { path, content } of incoming) {
      const safe = safePath(path)
      if (safe === null) throw new DomainError('validation', `“${path}” isn’t a path that can be imported`)
      const tooDeep = depthProblem(safe)
      if (tooDeep !== null) throw new DomainError('validation', tooDeep)
      const name = String(count++)
      const size = await write(join(folder, name), content, bytesLeft)
      bytesLeft -= size
      if (!isIgnored(safe)) files.push({ path: safe, name, size })
      if (files.length > IMPORT_LIMITS.entries) throw tooLarge(`more than ${IMPORT_LIMITS.entries} files`)
    }
    if (files.length === 0) throw new DomainError('validation', 'The import contains no files')
    return files
  } catch (error) {
    await unstage(config, importId)
    throw error
  }
}

async function write(path: string, content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<number> {
  let size = 0
  async function* counted() {
    for await (const chunk of content) {
      size += chunk.length
      if (size > maxBytes)
        throw tooLarge('more bytes than its limit. The operator can raise LECTERN_IMPORT_MAX_MB')
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path, { flags: 'wx' }))
  return size
}

const tooLarge = (what: string) => new DomainError('payload_too_large', `An import can’t contain ${what}`)

/** Staged files as they were uploaded. */
export function plainFiles(folder: string, files: readonly StagedFile[]): SourceFiles {
  const names = new Map(files.map(({ path, name }) => [path, name]))
  return {
    list: async () => files,
    read: (path) => readFile(join(folder, names.get(path) ?? path)),
    close: async () => undefined,
  }
}

export const isArchive = (path: string): boolean => /\.zip$/i.test(path)

export async function unstage(config: Pick<Config, 'dataDir'>, importId: string): Promise<void> {
  staged.delete(importId)
  await rm(folderOf(config, importId), { recursive: true, force: true })
}

const DAY_MS = 86_400_000

/** Removes staging folders that a crash left behind, after a day, so that uploads in progress are not affected. */
export async function sweepStaging(
  config: Pick<Config, 'dataDir'>,
  unfinished: () => Promise<ReadonlySet<string>>,
): Promise<void> {
  const folders = await readdir(stagingFolder(config)).catch(() => [])
  if (folders.length === 0) return
  const needed = await unfinished()
  for (const importId of folders) {
    const info = await stat(folderOf(config, importId)).catch(() => null)
    const isOld = info !== null && Date.now() - info.mtimeMs > DAY_MS
    if (isOld && !needed.has(importId) && !staged.has(importId)) await unstage(config, importId)
  }
}
