import { randomUUID } from 'node:crypto'
import { copyFile, mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { MissingObjectError, PREFIXES, type PutOptions, type Storage } from './storage.ts'

/** A storage in a local or shared folder, which is created with the first object. */
export function folderStorage(folder: string): Storage {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }))
  const pathOf = (key: string): string => join(folder, key)
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
    put: (key, bytes, options) => writeThenRename(key, (arriving) => disk.put(arriving, bytes), options),
    putFile: (key, path, options) =>
      writeThenRename(key, (arriving) => moveFile(path, pathOf(arriving)), options),
    read: async (key) => Buffer.from(await disk.getBytes(key).catch(causedBy(missing(key)))),
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
      const { objects } = await disk.listAll(prefix, { recursive: true })
      for (const object of objects) {
        if (!object.isFile) continue
        // It may be deleted at the same time.
        const info = await stat(pathOf(object.key)).catch(nullIfMissing)
        if (info !== null) yield { key: object.key, size: info.size, modifiedAt: info.mtime }
      }
    },
    delete: (key) => disk.delete(key),
    deleteAll: (prefix) => disk.deleteAll(prefix),
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

/** Flydrive wraps the error of the file system. */
const causedBy =
  (handle: (error: NodeJS.ErrnoException) => never) =>
  (error: Error): never =>
    handle((error.cause ?? error) as NodeJS.ErrnoException)

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
