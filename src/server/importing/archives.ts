import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DomainError } from '../errors.ts'
import { commonFolder, type SourceFile, type SourceFiles } from './source-files.ts'
import { isArchive } from './staging.ts'
import { type ZipFiles, zipFiles } from './zip.ts'

/** Parts of one export; there are rarely more than ten. */
const MAX_PARTS = 200

/**
 * Opens zip archives as one tree. An archive with archives alone, as large exports of other products are, is opened
 * with these; they are written to `temporary`, which is removed at the end.
 * @throws {DomainError} `validation`, see `zipFiles`
 */
export async function openArchives(
  archives: readonly string[],
  { temporary, maxBytes }: { readonly temporary: string; readonly maxBytes: number },
): Promise<SourceFiles> {
  const opened: ZipFiles[] = []
  const close = async () => {
    for (const one of opened) await one.close()
    await rm(temporary, { recursive: true, force: true })
  }
  try {
    const parts: string[] = []
    for (const archive of archives) {
      const zip = await zipFiles(archive, maxBytes)
      opened.push(zip)
      parts.push(...(await partsOf(zip, temporary, parts.length)))
    }
    if (parts.length > MAX_PARTS)
      throw new DomainError(
        'validation',
        `The archive can’t be imported: it has more than ${MAX_PARTS} parts`,
      )
    for (const part of parts) opened.push(await zipFiles(part, maxBytes))
    return { ...(await merged(opened)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The archives in an archive that has nothing else, as files; none for any other archive. */
async function partsOf(zip: ZipFiles, temporary: string, from: number): Promise<string[]> {
  const files = await zip.list()
  if (files.length > MAX_PARTS || !files.every(({ path }) => isArchive(path))) return []
  await mkdir(temporary, { recursive: true })
  const parts: string[] = []
  for (const { path } of files) {
    const part = join(temporary, `${from + parts.length}.zip`)
    await zip.extract(path, part)
    parts.push(part)
  }
  return parts
}

/** The files of all archives; a path that several have is that of the first. A folder around each is left out. */
async function merged(archives: readonly ZipFiles[]): Promise<Omit<SourceFiles, 'close'>> {
  const files = new Map<
    string,
    { readonly file: SourceFile; readonly from: ZipFiles; readonly path: string }
  >()
  const isOne = archives.length === 1
  for (const archive of archives) {
    const listed = (await archive.list()).filter(({ path }) => isOne || !isArchive(path))
    const folder = isOne ? '' : commonFolder(listed)
    for (const { path, size } of listed) {
      const own = folder === '' ? path : path.slice(folder.length + 1)
      if (!files.has(own)) files.set(own, { file: { path: own, size }, from: archive, path })
    }
  }
  const sourceOf = (path: string) => {
    const known = files.get(path)
    if (known === undefined) throw new DomainError('validation', `${path} isn’t in the archive`)
    return known
  }
  return {
    list: async () => Array.from(files.values(), ({ file }) => file),
    read: async (path) => {
      const { from, path: own } = sourceOf(path)
      return from.read(own)
    },
    stream: async (path) => {
      const { from, path: own } = sourceOf(path)
      return from.stream(own)
    },
  }
}
