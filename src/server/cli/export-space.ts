import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Service } from '../context.ts'
import { DomainError } from '../errors.ts'
import { type ExportedFile, exportOf } from '../exporting/space-files.ts'
import { zipOf } from '../exporting/zip.ts'

type ExportResult = { readonly pages: number; readonly files: number }

/**
 * Writes the content of a space into a new or empty folder, or into a new zip archive if the name ends with `.zip`.
 * Importing it again results in the same pages. Throws `DomainError`: `not_found`, `conflict` if the target exists.
 */
export async function exportSpace(
  service: Pick<Service, 'db' | 'blobs'>,
  at: SpaceRef,
  target: string,
): Promise<ExportResult> {
  const { entries, pages, files } = await exportOf(service, at)
  if (/\.zip$/i.test(target)) await pipeline(zipOf(entries()), await newFile(target))
  else await writeFolder(target, entries())
  return { pages, files }
}

async function newFile(path: string) {
  const handle = createWriteStream(path, { flags: 'wx' })
  await new Promise((resolve, reject) => handle.once('open', resolve).once('error', reject)).catch(
    (error) => {
      if (error.code === 'EEXIST') throw new DomainError('conflict', `${path} already exists`)
      throw error
    },
  )
  return handle
}

async function writeFolder(folder: string, entries: AsyncIterable<ExportedFile>): Promise<void> {
  const existing = await readdir(folder).catch(() => [])
  if (existing.length > 0) throw new DomainError('conflict', `The folder ${folder} isn’t empty`)
  for await (const { path, open } of entries) {
    const full = join(folder, ...path.split('/'))
    await mkdir(dirname(full), { recursive: true })
    await pipeline(await open(), createWriteStream(full))
  }
}
