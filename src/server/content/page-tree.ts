import { takingTurns } from '../turns.ts'
import {
  canonicalFile,
  canonicalPage,
  canonicalRoot,
  type FileEntry,
  isSameFile,
  type PageEntry,
  type Root,
} from './entries.ts'
import type { FileDiff, FileEdit } from './file-diff.ts'
import { readList, writeList } from './lists.ts'
import { type Hash, type Objects, readOne } from './objects.ts'
import { type Folder, folderOver, insertAt, positionIn, removeAt, reorder, slugsOf } from './page-folder.ts'
import { openReusables } from './reusables.ts'
import { openSpaceValues } from './space-values.ts'

/** A page with its parent, null at the root, and its index among its siblings. */
export type PageLocation = {
  readonly entry: PageEntry
  readonly parent: string | null
  readonly index: number
}

/** A changed page: `before` is null for a new one, `after` null for a removed one. */
export type PageChange = {
  readonly id: string
  readonly before: Omit<PageLocation, 'index'> | null
  readonly after: Omit<PageLocation, 'index'> | null
}

/** Finds the parents of pages and of their ancestors; unknown pages are left out. */
export type Locate = (ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>

/** The page tree of one revision while it is being changed. Only the folders that are touched are read. */
export type PageTree = ReturnType<typeof openTree>

/**
 * Opens the tree of a root for changes. It enforces no rules about positions: `apply-changes.ts` does. Methods that
 * take a page id expect a page that `find` finds.
 */
export function openTree(objects: Objects, root: Root, locate: Locate) {
  const folders = new Map<string | null, Folder>()
  const parents = new Map<string, string | null>()
  const removed = new Set<string>()
  const originals = new Map<string, PageChange['before']>()
  /** Files that were added, changed or, if null, removed. */
  const putFiles = new Map<string, FileEntry | null>()
  const reusables = openReusables(objects, root)
  const values = openSpaceValues(objects, root)

  async function prepare(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !parents.has(id) && !removed.has(id))
    if (unknown.length === 0) return
    for (const [id, parent] of await locate(unknown)) {
      if (!parents.has(id) && !removed.has(id)) parents.set(id, parent)
    }
    for (const id of unknown) if (!parents.has(id)) removed.add(id)
  }

  async function find(id: string): Promise<PageLocation | null> {
    if (!parents.has(id)) await prepare([id])
    const parent = parents.get(id)
    if (parent === undefined) return null
    const folder = await folderOf(parent)
    const index = folder === null ? -1 : positionIn(folder, id)
    const entry = folder?.entries[index]
    return entry === undefined ? null : { entry, parent, index }
  }

  /** Null if the owner is not in the tree. */
  async function folderOf(owner: string | null): Promise<Folder | null> {
    const location = owner === null ? null : await find(owner)
    if (owner !== null && location === null) return null
    const known = folders.get(owner)
    if (known !== undefined) return known
    const leaves = await readList<PageEntry>(objects, owner === null ? root.pages : location?.entry.children)
    const folder = folderOver(leaves)
    folders.set(owner, folder)
    return folder
  }

  async function folderAt(owner: string | null): Promise<Folder> {
    const folder = await folderOf(owner)
    if (folder === null) throw new Error(`The page ${owner} is not in the tree`)
    return folder
  }

  async function spotOf(id: string): Promise<PageLocation> {
    const location = await find(id)
    if (location === null) throw new Error(`The page ${id} is not in the tree`)
    return location
  }

  const remember = (id: string, before: PageChange['before']) => {
    if (!originals.has(id)) originals.set(id, before)
  }

  async function insert(entry: PageEntry, parent: string | null, at?: number): Promise<void> {
    const folder = await folderAt(parent)
    remember(entry.id, null)
    removed.delete(entry.id)
    parents.set(entry.id, parent)
    insertAt(folder, entry, at)
  }

  async function replace(entry: PageEntry): Promise<void> {
    const { entry: old, parent, index } = await spotOf(entry.id)
    remember(entry.id, { entry: old, parent })
    const folder = await folderAt(parent)
    folder.entries[index] = entry
    folder.isDirty = true
    if (old.slug === entry.slug) return
    folder.slugs?.delete(old.slug)
    folder.slugs?.add(entry.slug)
  }

  async function move(id: string, parent: string | null, at?: number): Promise<void> {
    const { entry, parent: from, index } = await spotOf(id)
    remember(id, { entry, parent: from })
    removeAt(await folderAt(from), index)
    const folder = await folderAt(parent)
    parents.set(id, parent)
    insertAt(folder, entry, at)
  }

  async function remove(id: string): Promise<void> {
    const { entry, parent, index } = await spotOf(id)
    remember(id, { entry, parent })
    removeAt(await folderAt(parent), index)
    parents.delete(id)
    removed.add(id)
    folders.delete(id)
  }

  /** Reorders the children of a page by these ids, which must be exactly theirs. */
  async function arrange(parent: string | null, ids: readonly string[]): Promise<void> {
    reorder(await folderAt(parent), ids)
  }

  /** The ancestors of a page from the root down, and the page itself. */
  async function lineOf(id: string | null): Promise<readonly PageEntry[]> {
    const breadcrumbs: PageEntry[] = []
    for (let at = id; at !== null; ) {
      const { entry, parent } = await spotOf(at)
      breadcrumbs.unshift(entry)
      at = parent
    }
    return breadcrumbs
  }

  /** The page as it was when the tree was opened, null if it did not exist. */
  async function originalOf(id: string): Promise<PageChange['before']> {
    return originals.has(id) ? (originals.get(id) ?? null) : find(id)
  }

  async function changes(): Promise<readonly PageChange[]> {
    const list: PageChange[] = []
    const pause = takingTurns()
    for (const [id, before] of originals) {
      await pause()
      const location = await find(id)
      if (before !== null || location !== null) list.push({ id, before, after: location })
    }
    return list
  }

  /** Writes the changes, deepest folders first, and returns the new root. */
  async function store(): Promise<Hash> {
    for (const level of (await dirtyLevels()).reverse()) {
      for (const owner of level) await storeFolder(owner)
    }
    const top = folders.get(null)
    const pages =
      top === undefined ? root.pages : writeList(objects, top.entries, canonicalPage, top.leaves)?.hash
    const files = await storeFiles()
    return storeRoot(objects, { pages, files, reusables: await reusables.store(), ...values.store() })
  }

  /** Owners of changed folders and of the folders above them, by depth. */
  async function dirtyLevels(): Promise<string[][]> {
    const levels: Set<string>[] = []
    for (const [owner, folder] of folders) {
      if (owner === null || !folder.isDirty || (await find(owner)) === null) continue
      const breadcrumbs = await lineOf(owner)
      breadcrumbs.forEach(({ id }, depth) => {
        levels[depth] ??= new Set()
        levels[depth].add(id)
      })
    }
    return levels.map((level) => [...level])
  }

  async function storeFolder(owner: string): Promise<void> {
    const folder = await folderAt(owner)
    const { entry, parent, index } = await spotOf(owner)
    const written = writeList(objects, folder.entries, canonicalPage, folder.leaves)
    if (written?.hash === entry.children) return
    const { children: _, ...rest } = entry
    const above = await folderAt(parent)
    above.entries[index] = written === null ? rest : { ...rest, children: written.hash }
  }

  const fileLeaves = () => readList<FileEntry>(objects, root.files)

  const filesBefore = async (): Promise<readonly FileEntry[]> =>
    (await fileLeaves()).flatMap(({ items }) => items)

  async function fileOf(id: string): Promise<FileEntry | null> {
    const put = putFiles.get(id)
    return put !== undefined ? put : ((await filesBefore()).find((file) => file.id === id) ?? null)
  }

  async function fileChanges(): Promise<FileDiff> {
    const changes = { added: [] as FileEntry[], removed: [] as FileEntry[], edited: [] as FileEdit[] }
    if (putFiles.size === 0) return changes
    const before = new Map((await filesBefore()).map((file) => [file.id, file]))
    for (const [id, after] of putFiles) {
      const was = before.get(id)
      if (was === undefined && after !== null) changes.added.push(after)
      if (was !== undefined && after === null) changes.removed.push(was)
      if (was !== undefined && after !== null && !isSameFile(was, after))
        changes.edited.push({ before: was, after })
    }
    return changes
  }

  async function storeFiles(): Promise<Hash | undefined> {
    if (putFiles.size === 0) return root.files
    const leaves = await fileLeaves()
    const old = leaves.flatMap(({ items }) => items)
    const existing = new Set(old.map(({ id }) => id))
    const remaining = old.flatMap((file) => putFiles.get(file.id) ?? (putFiles.has(file.id) ? [] : [file]))
    const added = [...putFiles].flatMap(([id, file]) => (file === null || existing.has(id) ? [] : [file]))
    return writeList(objects, [...remaining, ...added], canonicalFile, leaves)?.hash
  }

  return {
    prepare,
    find,
    insert,
    replace,
    move,
    remove,
    arrange,
    lineOf,
    originalOf,
    changes,
    store,
    childrenOf: async (parent: string | null): Promise<readonly PageEntry[]> =>
      (await folderAt(parent)).entries,
    /** The slugs that are taken among the children of a page. */
    slugsIn: async (parent: string | null) => slugsOf(await folderAt(parent)),
    /** Adds a file, or replaces the one with its id. */
    putFile: (file: FileEntry): void => void putFiles.set(file.id, file),
    removeFile: (id: string): void => void putFiles.set(id, null),
    fileOf,
    fileChanges,
    reusables,
    values,
  }
}

/** Path of a page within its space: the slugs down to it; null for links. */
export const pathOfBreadcrumbs = (breadcrumbs: readonly PageEntry[]): string | null =>
  breadcrumbs.at(-1)?.type === 'link' ? null : breadcrumbs.map(({ slug }) => slug).join('/')

export async function readRoot(objects: Objects, hash: Hash): Promise<Root> {
  return (await readOne(objects, hash)) as Root
}

function storeRoot(objects: Objects, root: { readonly [K in keyof Root]: Hash | undefined }): Hash {
  return objects.putJson('root', canonicalRoot(root as Root))
}
