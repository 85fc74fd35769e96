import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Service } from '../context.ts'
import type { StagedFile } from '../db/tables/imports.ts'
import { DomainError } from '../errors.ts'
import { MissingObjectError, PREFIXES } from '../storage/storage.ts'
import { openArchives } from './archives.ts'
import { below, commonFolder, type SourceFiles } from './source-files.ts'
import { folderOf, type IncomingFile, isArchive, plainFiles, stage, unstage } from './staging.ts'

type Parts = Pick<Service, 'config' | 'storage'>

const prefixOf = (importId: string): string => `${PREFIXES.imports}${importId}/`

/** Files that are stored at the same time; an object store takes some milliseconds for each. */
const CONCURRENCY = 8

/** Stores the files of an upload where the job finds them, on whichever instance it runs. Throws what `stage` throws. */
export async function storeUpload(
  { config, storage }: Parts,
  importId: string,
  incoming: AsyncIterable<IncomingFile>,
): Promise<StagedFile[]> {
  const files = await stage(config, importId, incoming)
  try {
    const waiting = files.values()
    const store = async () => {
      for (const { name } of waiting)
        await storage.putFile(prefixOf(importId) + name, join(folderOf(config, importId), name))
    }
    await Promise.all(Array.from({ length: CONCURRENCY }, store))
    return files
  } catch (error) {
    await storage.deleteAll(prefixOf(importId)).catch(() => undefined)
    throw error
  } finally {
    await unstage(config, importId)
  }
}

/** Stores a part of an archive that arrives in parts. */
export const storePart = ({ storage }: Parts, importId: string, name: string, bytes: Buffer): Promise<void> =>
  storage.put(prefixOf(importId) + name, bytes)

/** An upload as a tree to import: archives alone are opened as one, and a single root folder is skipped. */
export async function openUpload(
  parts: Parts,
  importId: string,
  staged: readonly StagedFile[],
): Promise<SourceFiles> {
  const files = staged.every(({ path }) => isArchive(path))
    ? await openedArchives(parts, importId, staged)
    : await uploadedFiles(parts, importId, staged)
  return below(files, commonFolder(await files.list()))
}

async function openedArchives(
  parts: Parts,
  importId: string,
  staged: readonly StagedFile[],
): Promise<SourceFiles> {
  const archives: string[] = []
  for (const file of staged) archives.push(await localCopy(parts, importId, file))
  const { config } = parts
  const temporary = join(folderOf(config, importId), 'parts')
  return openArchives(archives, { temporary, maxBytes: config.importBytes })
}

async function uploadedFiles(
  { config, storage }: Parts,
  importId: string,
  staged: readonly StagedFile[],
): Promise<SourceFiles> {
  const names = new Map(staged.map(({ path, name }) => [path, name]))
  // A version without a storage left the files of a waiting upload in its own folder.
  if (existsSync(join(folderOf(config, importId), staged[0]?.name ?? '')))
    return plainFiles(folderOf(config, importId), staged)
  return {
    list: async () => staged,
    read: (path) => storage.read(prefixOf(importId) + (names.get(path) ?? path)).catch(refuseMissing),
    stream: (path) => storage.stream(prefixOf(importId) + (names.get(path) ?? path)).catch(refuseMissing),
    close: async () => undefined,
  }
}

/** Archives are read at any position, so they must be a local file. */
async function localCopy(
  { config, storage }: Parts,
  importId: string,
  { name, parts = [name] }: StagedFile,
): Promise<string> {
  const path = join(folderOf(config, importId), name)
  if (existsSync(path)) return path
  await mkdir(folderOf(config, importId), { recursive: true })
  const partial = `${path}.part`
  await rm(partial, { force: true })
  async function* bytes(): AsyncGenerator<Buffer> {
    for (const part of parts) yield* await storage.stream(prefixOf(importId) + part).catch(refuseMissing)
  }
  await pipeline(bytes, createWriteStream(partial))
  return partial
}

function refuseMissing(error: unknown): never {
  if (!(error instanceof MissingObjectError)) throw error
  throw new DomainError('validation', 'The uploaded files have expired. Upload them again')
}

/** Removes the files of an import, here and for the other instances. */
export async function removeUpload({ config, storage }: Parts, importId: string): Promise<void> {
  await unstage(config, importId)
  await storage.deleteAll(prefixOf(importId))
}

const DAY_MS = 86_400_000

/** Removes uploads that a crash left behind, after a day, so that uploads in progress are not affected. */
export async function sweepUploads({ storage }: Parts, unfinished: ReadonlySet<string>): Promise<void> {
  for await (const { key, modifiedAt } of storage.list(PREFIXES.imports)) {
    const importId = key.split('/')[1] ?? ''
    if (Date.now() - modifiedAt.getTime() > DAY_MS && !unfinished.has(importId)) await storage.delete(key)
  }
}
