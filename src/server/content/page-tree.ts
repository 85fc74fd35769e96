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

/** A page with its place: `parent` is null at the root. */
export type PageLocation = {
  readonly entry: PageEntry
  readonly parent: string | null
  readonly index: number
}

/** What became of one page: `before` is null for a new one, `after` null for one that is gone. */
export type PageChange = {
  readonly id: string
  readonly before: Omit<PageLocation, 'index'> | null
  readonly after: Omit<PageLocation, 'index'> | null
}

/** Tells the parents of pages and of everything above them; pages it does not know are left out. */
export type Locate = (ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>

/** The page tree of one revision while it is being changed. Only the folders that are touched are read. */
export type PageTree = ReturnType<typeof openTree>

/**
 * Opens the tree below `root`, null for an empty one. It follows no rules about what may stand where, and
 * refuses nothing: that is for `apply-changes.ts`. Methods that name a page expect one that `find` finds.
 */
export function openTree(objects: Objects, root: Root, locate: Locate) {
  const folders = new Map<string | null, Folder>()
  const places = new Map<string, string | null>()
  const gone = new Set<string>()
  const originals = new Map<string, PageChange['before']>()
  /** Files that were put in, changed or, where null, taken out. */
  const putFiles = new Map<string, FileEntry | null>()
  const reusables = openReusables(objects, root)

  async function prepare(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !places.has(id) && !gone.has(id))
    if (unknown.length === 0) return
    for (const [id, parent] of await locate(unknown)) {
      if (!places.has(id) && !gone.has(id)) places.set(id, parent)
    }
    for (const id of unknown) if (!places.has(id)) gone.add(id)
  }

  async function find(id: string): Promise<PageLocation | null> {
    if (!places.has(id)) await prepare([id])
    const parent = places.get(id)
    if (parent === undefined) return null
    const folder = await folderOf(parent)
    const index = folder === null ? -1 : positionIn(folder, id)
    const entry = folder?.entries[index]
    return entry === undefined ? null : { entry, parent, index }
  }

  /** Null when the owner is not in the tree. */
  async function folderOf(owner: string | null): Promise<Folder | null> {
    const spot = owner === null ? null : await find(owner)
    if (owner !== null && spot === null) return null
    const known = folders.get(owner)
    if (known !== undefined) return known
    const leaves = await readList<PageEntry>(objects, owner === null ? root.pages : spot?.entry.children)
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
    const spot = await find(id)
    if (spot === null) throw new Error(`The page ${id} is not in the tree`)
    return spot
  }

  const remember = (id: string, before: PageChange['before']) => {
    if (!originals.has(id)) originals.set(id, before)
  }

  async function insert(entry: PageEntry, parent: string | null, at?: number): Promise<void> {
    const folder = await folderAt(parent)
    remember(entry.id, null)
    gone.delete(entry.id)
    places.set(entry.id, parent)
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
    places.set(id, parent)
    insertAt(folder, entry, at)
  }

  async function remove(id: string): Promise<void> {
    const { entry, parent, index } = await spotOf(id)
    remember(id, { entry, parent })
    removeAt(await folderAt(parent), index)
    places.delete(id)
    gone.add(id)
    folders.delete(id)
  }

  /** Puts the pages below one into the order of these ids, which are exactly theirs. */
  async function arrange(parent: string | null, ids: readonly string[]): Promise<void> {
    reorder(await folderAt(parent), ids)
  }

  /** The pages from the root down to this one, itself included. */
  async function lineOf(id: string | null): Promise<readonly PageEntry[]> {
    const line: PageEntry[] = []
    for (let at = id; at !== null; ) {
      const { entry, parent } = await spotOf(at)
      line.unshift(entry)
      at = parent
    }
    return line
  }

  /** As it was when the tree was opened, null when it was not there. */
  async function originalOf(id: string): Promise<PageChange['before']> {
    return originals.has(id) ? (originals.get(id) ?? null) : find(id)
  }

  async function changes(): Promise<readonly PageChange[]> {
    const list: PageChange[] = []
    for (const [id, before] of originals) {
      const spot = await find(id)
      if (before !== null || spot !== null) list.push({ id, before, after: spot })
    }
    return list
  }

  /** Writes what changed, deepest folders first, and answers the new root. */
  async function store(): Promise<Hash> {
    for (const level of (await dirtyLevels()).reverse()) {
      for (const owner of level) await storeFolder(owner)
    }
    const top = folders.get(null)
    const pages =
      top === undefined ? root.pages : writeList(objects, top.entries, canonicalPage, top.leaves)?.hash
    const files = await storeFiles()
    return storeRoot(objects, { pages, files, reusables: await reusables.store() })
  }

  /** Owners of folders by depth; each folder above a changed one is there too. */
  async function dirtyLevels(): Promise<string[][]> {
    const levels: Set<string>[] = []
    for (const [owner, folder] of folders) {
      if (owner === null || !folder.isDirty || (await find(owner)) === null) continue
      const line = await lineOf(owner)
      line.forEach(({ id }, depth) => {
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
    const there = new Set(old.map(({ id }) => id))
    const kept = old.flatMap((file) => putFiles.get(file.id) ?? (putFiles.has(file.id) ? [] : [file]))
    const added = [...putFiles].flatMap(([id, file]) => (file === null || there.has(id) ? [] : [file]))
    return writeList(objects, [...kept, ...added], canonicalFile, leaves)?.hash
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
    /** The slugs taken among the pages below one, as they are now. */
    slugsIn: async (parent: string | null) => slugsOf(await folderAt(parent)),
    /** Puts a file in, or in the place of the one with its id. */
    putFile: (file: FileEntry): void => void putFiles.set(file.id, file),
    removeFile: (id: string): void => void putFiles.set(id, null),
    fileOf,
    fileChanges,
    reusables,
  }
}

/** Address of a page within its space: the slugs down to it; links have none. */
export const pathOfBreadcrumbs = (line: readonly PageEntry[]): string | null =>
  line.at(-1)?.type === 'link' ? null : line.map(({ slug }) => slug).join('/')

export async function readRoot(objects: Objects, hash: Hash): Promise<Root> {
  return (await readOne(objects, hash)) as Root
}

function storeRoot(objects: Objects, root: { readonly [K in keyof Root]: Hash | undefined }): Hash {
  return objects.putJson('root', canonicalRoot(root as Root))
}
