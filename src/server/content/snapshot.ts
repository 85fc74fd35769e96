import { LRUCache } from 'lru-cache'
import type { PageEntry, Root } from './entries.ts'
import { type Leaf, readLists } from './lists.ts'
import type { Hash, Objects } from './objects.ts'

/** A page with its parent, path and descendants. */
export type PageNode = {
  readonly entry: PageEntry
  readonly parent: string | null
  /** Slugs from the root down; null for links, which have no path. */
  readonly path: string | null
  readonly pages: readonly PageNode[]
}

/** The whole page tree of one revision. It is shared between readers and must not be changed. */
export type Snapshot = {
  readonly pages: readonly PageNode[]
  readonly page: (id: string) => PageNode | undefined
  readonly pageAt: (path: string) => PageNode | undefined
  /** Ids of the children of a page, or of the root. */
  readonly below: (parent: string | null) => readonly string[]
  /** Every page, parents before their children. */
  readonly all: () => Iterable<PageNode>
}

/** Runs of siblings by space, parent, path and hash. The hash covers all descendants. */
const runs = new LRUCache<string, readonly PageNode[]>({
  maxSize: 60_000,
  sizeCalculation: (pages) => sizeOf(pages) + 1,
})
const snapshots = new LRUCache<string, Snapshot>({ max: 30 })

type FolderRef = { readonly hash: Hash; readonly parent: string | null; readonly path: string | null }

/**
 * Reads the tree of a revision. After a change only the affected runs of siblings are read and built again, so that a
 * tree of ten thousand pages is available as fast after an edit as before it.
 */
export async function snapshotOf(objects: Objects, spaceId: string, root: Root): Promise<Snapshot> {
  if (root.pages === undefined) return snapshotFrom([])
  const key = `${spaceId} ${root.pages}`
  const known = snapshots.get(key)
  if (known !== undefined) return known
  const pages = await nodesAt(objects, spaceId, { hash: root.pages, parent: null, path: null })
  const snapshot = snapshotFrom(pages)
  snapshots.set(key, snapshot)
  return snapshot
}

async function nodesAt(objects: Objects, spaceId: string, top: FolderRef): Promise<readonly PageNode[]> {
  const lists = new Map<Hash, readonly Leaf<PageEntry>[]>()
  // Referenced here too, because the cache can evict them before the tree is built.
  const cachedRuns = new Map<string, readonly PageNode[]>()
  const keyOf = ({ parent, path }: FolderRef, leaf: Leaf<PageEntry>) =>
    `${spaceId} ${parent ?? ''} ${path ?? ''} ${leaf.hash}`

  for (let level: FolderRef[] = [top]; level.length > 0; ) {
    const read = await readLists<PageEntry>(
      objects,
      level.map(({ hash }) => hash),
    )
    const next: FolderRef[] = []
    for (const folder of level) {
      const leaves = read.get(folder.hash) ?? []
      lists.set(folder.hash, leaves)
      for (const leaf of leaves) {
        const known = runs.get(keyOf(folder, leaf))
        if (known !== undefined) cachedRuns.set(keyOf(folder, leaf), known)
        else next.push(...foldersBelow(folder, leaf.items))
      }
    }
    level = next
  }

  const runOf = (folder: FolderRef, leaf: Leaf<PageEntry>): readonly PageNode[] => {
    const key = keyOf(folder, leaf)
    const known = cachedRuns.get(key)
    if (known !== undefined) return known
    const nodes = leaf.items.map((entry) => nodeOf(entry, folder, build))
    runs.set(key, nodes)
    return nodes
  }
  // A folder with one run is that run, so that its index survives an edit elsewhere.
  const build = (folder: FolderRef): readonly PageNode[] => {
    const [first = [], ...rest] = (lists.get(folder.hash) ?? []).map((leaf) => runOf(folder, leaf))
    return rest.length === 0 ? first : [first, ...rest].flat()
  }
  return build(top)
}

const foldersBelow = (folder: FolderRef, entries: readonly PageEntry[]): FolderRef[] =>
  entries.flatMap((entry) =>
    entry.children === undefined
      ? []
      : [{ hash: entry.children, parent: entry.id, path: pathBelow(folder.path, entry) }],
  )

function nodeOf(
  entry: PageEntry,
  folder: FolderRef,
  build: (folder: FolderRef) => readonly PageNode[],
): PageNode {
  const path = pathBelow(folder.path, entry)
  const { children } = entry
  const pages = children === undefined ? [] : build({ hash: children, parent: entry.id, path })
  return { entry, parent: folder.parent, path, pages }
}

const pathBelow = (above: string | null, { type, slug }: PageEntry): string | null => {
  if (type === 'link') return null
  return above === null ? slug : `${above}/${slug}`
}

/** The first lookups search folder by folder; for more an index of the whole tree pays off. */
const INDEX_AFTER_LOOKUPS = 50

function snapshotFrom(pages: readonly PageNode[]): Snapshot {
  let byId: ReadonlyMap<string, PageNode> | null = null
  let byPath: ReadonlyMap<string, PageNode> | null = null
  let lookups = 0
  const all = () => allNodes(pages)
  const page = (id: string) => {
    if (byId === null && ++lookups <= INDEX_AFTER_LOOKUPS) return findBelow(pages, id)
    byId ??= new Map(all().map((node) => [node.entry.id, node]))
    return byId.get(id)
  }
  const pageAt = (path: string) => {
    if (byPath === null && ++lookups <= INDEX_AFTER_LOOKUPS) return nodeAtPath(pages, path)
    byPath ??= new Map(all().flatMap((node) => (node.path === null ? [] : [[node.path, node] as const])))
    return byPath.get(path)
  }
  return {
    pages,
    all,
    page,
    pageAt,
    below: (parent) => (parent === null ? pages : (page(parent)?.pages ?? [])).map(({ entry }) => entry.id),
  }
}

/** A tree without some pages and everything below them. */
export function withoutPages(tree: Snapshot, isKept: (node: PageNode) => boolean): Snapshot {
  const filtered = (nodes: readonly PageNode[]): readonly PageNode[] =>
    nodes
      .filter(isKept)
      .map((node) => (node.pages.length === 0 ? node : { ...node, pages: filtered(node.pages) }))
  return snapshotFrom(filtered(tree.pages))
}

/** Pages of a folder by id, for as long as the folder does not change. */
const folders = new WeakMap<readonly PageNode[], ReadonlyMap<string, PageNode>>()

function findBelow(pages: readonly PageNode[], id: string): PageNode | undefined {
  const node = inFolder(pages, id)
  if (node !== undefined) return node
  for (const { pages: below } of pages) {
    const deeper = below.length === 0 ? undefined : findBelow(below, id)
    if (deeper !== undefined) return deeper
  }
  return undefined
}

function inFolder(pages: readonly PageNode[], id: string): PageNode | undefined {
  if (pages.length <= 8) return pages.find(({ entry }) => entry.id === id)
  let index = folders.get(pages)
  if (index === undefined) {
    index = new Map(pages.map((node) => [node.entry.id, node]))
    folders.set(pages, index)
  }
  return index.get(id)
}

function nodeAtPath(pages: readonly PageNode[], path: string): PageNode | undefined {
  let at: PageNode | undefined
  for (const step of path.split('/')) {
    at = (at?.pages ?? pages).find((node) => node.path !== null && node.entry.slug === step)
    if (at === undefined) return undefined
  }
  return at
}

function* allNodes(pages: readonly PageNode[]): Generator<PageNode> {
  for (const node of pages) {
    yield node
    if (node.pages.length > 0) yield* allNodes(node.pages)
  }
}

const sizeOf = (pages: readonly PageNode[]): number =>
  pages.reduce((sum, { pages: below }) => sum + 1 + sizeOf(below), 0)
