import { type FileEntry, isSameFile, type Root } from './entries.ts'
import { readLists } from './lists.ts'
import type { Objects } from './objects.ts'

/** A file before and after a change of its name or bytes. */
export type FileEdit = { readonly before: FileEntry; readonly after: FileEntry }

/** How the files of two revisions differ. */
export type FileDiff = {
  readonly added: readonly FileEntry[]
  readonly removed: readonly FileEntry[]
  readonly edited: readonly FileEdit[]
}

/** Compares the files of two roots; runs that both have are skipped. */
export async function diffFiles(objects: Objects, before: Root, after: Root): Promise<FileDiff> {
  if (before.files === after.files) return { added: [], removed: [], edited: [] }
  const hashes = [before.files, after.files].filter((hash) => hash !== undefined)
  const lists = await readLists<FileEntry>(objects, hashes)
  const old = ownFiles(lists.get(before.files ?? ''), lists.get(after.files ?? ''))
  const now = ownFiles(lists.get(after.files ?? ''), lists.get(before.files ?? ''))
  const both = [...now.values()].flatMap((file) => {
    const was = old.get(file.id)
    return was === undefined ? [] : [{ before: was, after: file }]
  })
  return {
    added: [...now.values()].filter(({ id }) => !old.has(id)),
    removed: [...old.values()].filter(({ id }) => !now.has(id)),
    edited: both.filter(({ before, after }) => !isSameFile(before, after)),
  }
}

type Runs = readonly { readonly hash: string; readonly items: readonly FileEntry[] }[]

/** The files in runs that only this side has. */
function ownFiles(runs: Runs = [], others: Runs = []): ReadonlyMap<string, FileEntry> {
  const shared = new Set(others.map(({ hash }) => hash))
  const own = runs.filter(({ hash }) => !shared.has(hash)).flatMap(({ items }) => items)
  return new Map(own.map((file) => [file.id, file]))
}
