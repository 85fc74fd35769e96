import { randomUUID } from 'node:crypto'
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { Retrier } from '@humanwhocodes/retry'
import { MissingObjectError, PREFIXES, type PutOptions, type Storage } from './storage.ts'

/** Waits while the process or the system has too many open files. */
const retrier = new Retrier(
  (error: NodeJS.ErrnoException) => error.code === 'EMFILE' || error.code === 'ENFILE',
)

/** A storage in a local or shared folder, which is created with the first object. */
export function folderStorage(folder: string): Storage {
  const inside = join(folder, sep)
  const pathOf = (key: string): string => {
    const path = join(folder, key)
    if (!path.startsWith(inside) || path === inside) throw new Error(`${key} is not a key`)
    return path
  }
  const missing = (key: string) => (error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new MissingObjectError(key, folder) : error
  }

  /** Written under another name and renamed, so that a crash never leaves half an object. */
  async function writeThenRename(
    key: string,
    write: (arriving: string) => Promise<void>,
    { durable = true }: PutOptions = {},
  ): Promise<void> {
    const arriving = PREFIXES.arriving + randomUUID()
    try {
      await mkdir(dirname(pathOf(arriving)), { recursive: true })
      await write(arriving)
      if (durable) await sync(pathOf(arriving))
      const created = await mkdir(dirname(pathOf(key)), { recursive: true })
      await rename(pathOf(arriving), pathOf(key))
      if (durable) {
        await sync(dirname(pathOf(key)))
        // A new folder is an entry of its parent.
        if (created !== undefined) await sync(dirname(created))
      }
    } catch (error) {
      await rm(pathOf(arriving), { force: true })
      throw error
    }
  }

  return {
    location: folder,
    movesAtomically: true,
    put: (key, bytes, options) =>
      writeThenRename(key, (arriving) => retrier.retry(() => writeFile(pathOf(arriving), bytes)), options),
    putFile: (key, path, options) =>
      writeThenRename(key, (arriving) => moveFile(path, pathOf(arriving)), options),
    read: (key) => retrier.retry(() => readFile(pathOf(key))).catch(missing(key)),
    async stream(key, range) {
      // Opened first: a missing file is an error before the response has begun.
      const file = await open(pathOf(key)).catch(missing(key))
      return file.createReadStream(range ?? {})
    },
    stat: async (key) => {
      const info = await stat(pathOf(key)).catch(nullIfMissing)
      return info?.isFile() ? { key, size: info.size, modifiedAt: info.mtime } : null
    },
    async *list(prefix) {
      const entries = await readdir(pathOf(prefix), { recursive: true, withFileTypes: true }).catch(
        nullIfMissing,
      )
      for (const entry of entries ?? []) {
        if (!entry.isFile()) continue
        const path = join(entry.parentPath, entry.name)
        // It may be deleted at the same time.
        const info = await stat(path).catch(nullIfMissing)
        const key = relative(folder, path).replaceAll(sep, '/')
        if (info !== null) yield { key, size: info.size, modifiedAt: info.mtime }
      }
    },
    delete: async (key) => retrier.retry(() => rm(pathOf(key), { force: true })),
    deleteAll: async (prefix) => retrier.retry(() => rm(pathOf(prefix), { recursive: true, force: true })),
    async move(from, to) {
      await mkdir(dirname(pathOf(to)), { recursive: true })
      await rename(pathOf(from), pathOf(to)).catch(missing(from))
      await sync(dirname(pathOf(to)))
    },
    async renew(key) {
      const now = new Date()
      return (await utimes(pathOf(key), now, now).catch(nullIfMissing)) !== null
    },
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}

/** Without it a power failure may leave an empty file under a name that the database refers to. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Copies if the file is on another file system. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
    await rm(from, { force: true })
  }
}
