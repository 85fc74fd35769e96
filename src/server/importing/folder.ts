import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { DomainError } from '../errors.ts'
import { depthProblem, IMPORT_LIMITS, isIgnored, type SourceFile, type SourceFiles } from './source-files.ts'

/**
 * Reads a local folder. Symbolic links are skipped, so that nothing outside of it is read. `list()` throws
 * `DomainError('validation')` if the folder does not exist or exceeds the limits.
 */
export function folderFiles(root: string): SourceFiles {
  return {
    async list() {
      const files: SourceFile[] = []
      await collect(root, root, files)
      return files
    },
    read: (path) => readPlainFile(join(root, ...path.split('/'))),
    close: async () => undefined,
  }
}

async function collect(root: string, folder: string, files: SourceFile[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new DomainError('validation', `${folder} is neither a folder that can be read nor a zip`)
  })
  for (const entry of entries) {
    const full = join(folder, entry.name)
    const path = relative(root, full).split(sep).join('/')
    if (isIgnored(path)) continue
    const tooDeep = depthProblem(path)
    if (tooDeep !== null) throw new DomainError('validation', tooDeep)
    if (entry.isDirectory()) await collect(root, full, files)
    if (entry.isFile()) files.push({ path, size: (await lstat(full)).size })
    if (files.length > IMPORT_LIMITS.entries) {
      throw new DomainError('validation', `${root} contains more than ${IMPORT_LIMITS.entries} files`)
    }
  }
}

async function readPlainFile(path: string): Promise<Buffer> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    return await file.readFile()
  } finally {
    await file.close()
  }
}
