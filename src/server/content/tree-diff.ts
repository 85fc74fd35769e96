import type { PageEntry, Root } from './entries.ts'
import { type Leaf, readLists } from './lists.ts'
import type { Hash, Objects } from './objects.ts'
import { pathOfBreadcrumbs } from './page-tree.ts'

/** A page with its parent, null at the root. */
export type TreePage = { readonly entry: PageEntry; readonly parent: string | null }

export type Side = 'before' | 'after'

/** A page in two trees; null where it is missing. */
export type PageSides = Readonly<Record<Side, TreePage | null>>

/** The children of a page in two trees. */
export type FolderSides = Readonly<Record<Side, readonly PageEntry[]>>

/** The differences of two trees. Shared parts are not read. */
export type TreeDiff = {
  /** Every compared page: those that differ, their ancestors, and some of their siblings. */
  readonly pages: ReadonlyMap<string, PageSides>
  /** The folders whose lists differ, by their page; null for the root. */
  readonly folders: ReadonlyMap<string | null, FolderSides>
}

type PagePair = { before: TreePage | null; after: TreePage | null; opened: Set<Side> }
type FolderPair = { readonly owner: string | null; readonly before?: Hash; readonly after?: Hash }

/**
 * Compares two trees. Lists with equal hashes are skipped with their descendants, so that the cost depends on the
 * differences. A moved page is matched wherever it is, with the changes below it.
 */
export async function diffTrees(objects: Objects, before: Root, after: Root): Promise<TreeDiff> {
  const pages = new Map<string, PagePair>()
  const folders = new Map<string | null, FolderSides>()
  let work = before.pages === after.pages ? [] : [folderPair(null, before.pages, after.pages)]
  while (work.length > 0) {
    const recorded = await readFolders(objects, { pages, folders }, work)
    work = recorded.flatMap((id) => foldersBelow(pages, id))
    // Only once nothing else is left, because a page that seems removed can turn up unchanged elsewhere.
    if (work.length === 0) work = unmatched(pages)
  }
  return { pages, folders }
}

const folderPair = (owner: string | null, before: Hash | undefined, after: Hash | undefined): FolderPair => ({
  owner,
  ...(before === undefined ? {} : { before }),
  ...(after === undefined ? {} : { after }),
})

type DiffState = { readonly pages: Map<string, PagePair>; readonly folders: Map<string | null, FolderSides> }

/** Reads some folders, records their pages and returns their ids. */
async function readFolders(
  objects: Objects,
  state: DiffState,
  work: readonly FolderPair[],
): Promise<string[]> {
  const lists = await readLists<PageEntry>(
    objects,
    work.flatMap(({ before, after }) => [before, after].filter((hash) => hash !== undefined)),
  )
  const recorded: string[] = []
  for (const pair of work) {
    const leaves = {
      before: lists.get(pair.before ?? '') ?? [],
      after: lists.get(pair.after ?? '') ?? [],
    }
    recordFolder(state, pair, leaves)
    recorded.push(...recordPages(state, pair.owner, leaves, 'before', 'after'))
    recorded.push(...recordPages(state, pair.owner, leaves, 'after', 'before'))
  }
  return [...new Set(recorded)]
}

/** Records the pages of a folder, except for runs that the other side has too. */
function recordPages(
  { pages }: DiffState,
  owner: string | null,
  leaves: Leaves,
  side: Side,
  other: Side,
): string[] {
  const same = new Set(leaves[other].map(({ hash }) => hash))
  const entries = leaves[side].flatMap(({ hash, items }) => (same.has(hash) ? [] : items))
  for (const entry of entries) pairOf(pages, entry.id)[side] = { entry, parent: owner }
  return entries.map(({ id }) => id)
}

type Leaves = Readonly<Record<Side, readonly Leaf<PageEntry>[]>>

function recordFolder(
  { pages, folders }: DiffState,
  { owner, before, after }: FolderPair,
  leaves: Leaves,
): void {
  const known = folders.get(owner) ?? { before: [], after: [] }
  const flat = (side: Side) => leaves[side].flatMap(({ items }) => items)
  folders.set(owner, {
    before: before === undefined ? known.before : flat('before'),
    after: after === undefined ? known.after : flat('after'),
  })
  if (owner === null) return
  const seen = pairOf(pages, owner)
  if (before !== undefined) seen.opened.add('before')
  if (after !== undefined) seen.opened.add('after')
}

function pairOf(pages: Map<string, PagePair>, id: string): PagePair {
  const known = pages.get(id)
  if (known !== undefined) return known
  const seen: PagePair = { before: null, after: null, opened: new Set() }
  pages.set(id, seen)
  return seen
}

/** The folders to read below a page that both trees have, if they differ. */
function foldersBelow(pages: Map<string, PagePair>, id: string): FolderPair[] {
  const seen = pairOf(pages, id)
  const [before, after] = [seen.before?.entry.children, seen.after?.entry.children]
  if (seen.before === null || seen.after === null) return []
  if (before === after && seen.opened.size === 0) return []
  return unreadFolders(seen, id)
}

/** The folders of pages that only one tree seems to have so far. */
function unmatched(pages: Map<string, PagePair>): FolderPair[] {
  return [...pages].flatMap(([id, seen]) =>
    seen.before === null || seen.after === null ? unreadFolders(seen, id) : [],
  )
}

function unreadFolders({ before, after, opened }: PagePair, id: string): FolderPair[] {
  const pair = folderPair(
    id,
    opened.has('before') ? undefined : before?.entry.children,
    opened.has('after') ? undefined : after?.entry.children,
  )
  return pair.before === undefined && pair.after === undefined ? [] : [pair]
}

/** Whether two states of a page are equal, apart from children and time. */
export const hasSameContent = (a: PageEntry, b: PageEntry): boolean =>
  JSON.stringify({ ...a, updatedAt: '', children: '' }) ===
  JSON.stringify({ ...b, updatedAt: '', children: '' })

/** Whether a page was added, removed, moved to another parent, or changed. */
export const isChanged = ({ before, after }: PageSides): boolean =>
  before === null
    ? after !== null
    : after === null || before.parent !== after.parent || !hasSameContent(before.entry, after.entry)

/** As `isChanged`, and also if only its time of change differs. */
export const isRewritten = (sides: PageSides): boolean =>
  isChanged(sides) || sides.before?.entry.updatedAt !== sides.after?.entry.updatedAt

/** The ancestors of a compared page from the root down, and the page itself, in one of the two trees. */
export function breadcrumbsIn({ pages }: TreeDiff, side: Side, id: string | null): readonly PageEntry[] {
  const breadcrumbs: PageEntry[] = []
  for (let at = id; at !== null; ) {
    const page = pages.get(at)?.[side]
    if (page === null || page === undefined) throw new Error(`The page ${at} was not compared`)
    breadcrumbs.unshift(page.entry)
    at = page.parent
  }
  return breadcrumbs
}

/** Path of a compared page in one of the two trees; null for links. */
export const pathIn = (diff: TreeDiff, side: Side, id: string): string | null =>
  pathOfBreadcrumbs(breadcrumbsIn(diff, side, id))
