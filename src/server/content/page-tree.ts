import {
  canonicalFile,
  canonicalPage,
  canonicalRoot,
  type FileEntry,
  type PageEntry,
  type Root,
} from './entries.ts'
import { type Leaf, readList, writeList } from './lists.ts'
import { type Hash, type Objects, readOne } from './objects.ts'

/** A page with its place: `parent` is null at the root. */
export type Spot = { readonly entry: PageEntry; readonly parent: string | null; readonly index: number }

/** What became of one page: `before` is null for a new one, `after` null for one that is gone. */
export type PageChange = {
  readonly id: string
  readonly before: Omit<Spot, 'index'> | null
  readonly after: Omit<Spot, 'index'> | null
}

/** Tells the parents of pages and of everything above them; pages it does not know are left out. */
export type Locate = (ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>

type Folder = {
  readonly entries: PageEntry[]
  leaves: readonly Leaf<PageEntry>[]
  isDirty: boolean
  /** Of the pages that were asked for, of all when `isIndexed`; dropped when pages shift. */
  positions: Map<string, number> | null
  isIndexed: boolean
  slugs: Set<string> | null
  asked: number
}

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
  const newFiles: FileEntry[] = []

  async function prepare(ids: readonly string[]): Promise<void> {
    const unknown = [...new Set(ids)].filter((id) => !places.has(id) && !gone.has(id))
    if (unknown.length === 0) return
    for (const [id, parent] of await locate(unknown)) {
      if (!places.has(id) && !gone.has(id)) places.set(id, parent)
    }
    for (const id of unknown) if (!places.has(id)) gone.add(id)
  }

  async function find(id: string): Promise<Spot | null> {
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
    const entries = leaves.flatMap(({ items }) => items)
    const folder: Folder = {
      entries,
      leaves,
      isDirty: false,
      positions: null,
      isIndexed: false,
      slugs: null,
      asked: 0,
    }
    folders.set(owner, folder)
    return folder
  }

  async function folderAt(owner: string | null): Promise<Folder> {
    const folder = await folderOf(owner)
    if (folder === null) throw new Error(`The page ${owner} is not in the tree`)
    return folder
  }

  async function spotOf(id: string): Promise<Spot> {
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
    put(folder, entry, at)
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
    take(await folderAt(from), index)
    const folder = await folderAt(parent)
    places.set(id, parent)
    put(folder, entry, at)
  }

  async function remove(id: string): Promise<void> {
    const { entry, parent, index } = await spotOf(id)
    remember(id, { entry, parent })
    take(await folderAt(parent), index)
    places.delete(id)
    gone.add(id)
    folders.delete(id)
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
    return storeRoot(objects, { pages, files: await storeFiles() })
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

  async function storeFiles(): Promise<Hash | undefined> {
    if (newFiles.length === 0) return root.files
    const leaves = await readList<FileEntry>(objects, root.files)
    const all = [...leaves.flatMap(({ items }) => items), ...newFiles]
    return writeList(objects, all, canonicalFile, leaves)?.hash
  }

  return {
    prepare,
    find,
    insert,
    replace,
    move,
    remove,
    lineOf,
    originalOf,
    changes,
    store,
    childrenOf: async (parent: string | null): Promise<readonly PageEntry[]> =>
      (await folderAt(parent)).entries,
    /** The slugs taken among the pages below one, as they are now. */
    slugsIn: async (parent: string | null) => slugsOf(await folderAt(parent)),
    addFile: (file: FileEntry): void => void newFiles.push(file),
  }
}

/** Address of a page within its space: the slugs down to it; links have none. */
export const pathAlong = (line: readonly PageEntry[]): string | null =>
  line.at(-1)?.type === 'link' ? null : line.map(({ slug }) => slug).join('/')

export async function readRoot(objects: Objects, hash: Hash): Promise<Root> {
  return (await readOne(objects, hash)) as Root
}

function storeRoot(
  objects: Objects,
  { pages, files }: { pages: Hash | undefined; files: Hash | undefined },
): Hash {
  const root = { ...(pages === undefined ? {} : { pages }), ...(files === undefined ? {} : { files }) }
  return objects.putJson('root', canonicalRoot(root))
}

/** A few questions are answered by looking through the pages; for more an index pays. */
const few = 4

/** Answers are kept, so that asking for the same page again costs nothing. */
function positionIn(folder: Folder, id: string): number {
  const known = folder.positions?.get(id)
  if (known !== undefined) return known
  if (folder.isIndexed) return -1
  if (++folder.asked <= few) {
    const index = folder.entries.findIndex((entry) => entry.id === id)
    if (index >= 0) folder.positions = (folder.positions ?? new Map()).set(id, index)
    return index
  }
  folder.positions = new Map(folder.entries.map((entry, index) => [entry.id, index]))
  folder.isIndexed = true
  return folder.positions.get(id) ?? -1
}

const slugsOf = (folder: Folder): Pick<ReadonlySet<string>, 'has'> => ({
  has: (slug) => {
    const { entries } = folder
    if (folder.slugs === null && ++folder.asked <= few) {
      return entries.some((entry) => entry.slug === slug && entry.type !== 'link')
    }
    folder.slugs ??= new Set(entries.filter(({ type }) => type !== 'link').map((entry) => entry.slug))
    return folder.slugs.has(slug)
  },
})

/** Puts a page at an index, at the end when none is given or it is beyond. */
function put(folder: Folder, entry: PageEntry, at = folder.entries.length): void {
  const { entries } = folder
  if (at < entries.length) forgetPositions(folder)
  else folder.positions?.set(entry.id, entries.length)
  entries.splice(at, 0, entry)
  if (entry.type !== 'link') folder.slugs?.add(entry.slug)
  folder.isDirty = true
}

function take(folder: Folder, index: number): void {
  const [entry] = folder.entries.splice(index, 1)
  forgetPositions(folder)
  if (entry !== undefined && entry.type !== 'link') folder.slugs?.delete(entry.slug)
  folder.isDirty = true
}

function forgetPositions(folder: Folder): void {
  folder.positions = null
  folder.isIndexed = false
}
