import type { PageEntry, Root } from './entries.ts'
import { type Leaf, readLists } from './lists.ts'
import type { Hash, Objects } from './objects.ts'
import { pathOfBreadcrumbs } from './page-tree.ts'

/** A page with the page that holds it, null at the root. */
export type TreePage = { readonly entry: PageEntry; readonly parent: string | null }

export type Side = 'before' | 'after'

/** One page in two trees; null where it is not there. */
export type PageSides = Readonly<Record<Side, TreePage | null>>

/** The pages directly below one, in two trees. */
export type FolderSides = Readonly<Record<Side, readonly PageEntry[]>>

/** How two trees differ. What they share was not read. */
export type TreeDiff = {
  /** Every page that was looked at: those that differ, all above them, and some that stand beside them. */
  readonly pages: ReadonlyMap<string, PageSides>
  /** The folders whose lists differ by the page they belong to, null for the root. */
  readonly folders: ReadonlyMap<string | null, FolderSides>
}

type PagePair = { before: TreePage | null; after: TreePage | null; opened: Set<Side> }
type FolderPair = { readonly owner: string | null; readonly before?: Hash; readonly after?: Hash }

/**
 * Compares two trees. Lists that are equal by hash are passed over with all below them, so that the cost is that of
 * the difference. A page that was moved is found again wherever it is, with what was changed below it.
 */
export async function diffTrees(objects: Objects, before: Root, after: Root): Promise<TreeDiff> {
  const pages = new Map<string, PagePair>()
  const folders = new Map<string | null, FolderSides>()
  let work = before.pages === after.pages ? [] : [folderPair(null, before.pages, after.pages)]
  while (work.length > 0) {
    const touched = await readFolders(objects, { pages, folders }, work)
    work = touched.flatMap((id) => foldersBelow(pages, id))
    // Only when nothing else is left, because what seems gone may turn up elsewhere unchanged.
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

/** Reads some folders and notes the pages in them; answers the pages that were noted. */
async function readFolders(
  objects: Objects,
  found: DiffState,
  work: readonly FolderPair[],
): Promise<string[]> {
  const lists = await readLists<PageEntry>(
    objects,
    work.flatMap(({ before, after }) => [before, after].filter((hash) => hash !== undefined)),
  )
  const touched: string[] = []
  for (const opening of work) {
    const leaves = {
      before: lists.get(opening.before ?? '') ?? [],
      after: lists.get(opening.after ?? '') ?? [],
    }
    recordFolder(found, opening, leaves)
    touched.push(...recordPages(found, opening.owner, leaves, 'before', 'after'))
    touched.push(...recordPages(found, opening.owner, leaves, 'after', 'before'))
  }
  return [...new Set(touched)]
}

/** Runs of a folder that the other side has too are passed over. */
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

/** What is to be opened below a page that both trees have, where they differ there. */
function foldersBelow(pages: Map<string, PagePair>, id: string): FolderPair[] {
  const seen = pairOf(pages, id)
  const [before, after] = [seen.before?.entry.children, seen.after?.entry.children]
  if (seen.before === null || seen.after === null) return []
  if (before === after && seen.opened.size === 0) return []
  return unreadFolders(seen, id)
}

/** Pages that stand in one of the trees only, as far as is known. */
function unmatched(pages: Map<string, PagePair>): FolderPair[] {
  return [...pages].flatMap(([id, seen]) =>
    seen.before === null || seen.after === null ? unreadFolders(seen, id) : [],
  )
}

function unreadFolders({ before, after, opened }: PagePair, id: string): FolderPair[] {
  const opening = folderPair(
    id,
    opened.has('before') ? undefined : before?.entry.children,
    opened.has('after') ? undefined : after?.entry.children,
  )
  return opening.before === undefined && opening.after === undefined ? [] : [opening]
}

/** Whether two states of a page say the same, what is below it and the time apart. */
export const hasSameContent = (a: PageEntry, b: PageEntry): boolean =>
  JSON.stringify({ ...a, updatedAt: '', children: '' }) ===
  JSON.stringify({ ...b, updatedAt: '', children: '' })

/** Whether a page came, went, moved to another page, or says something else. */
export const isChanged = ({ before, after }: PageSides): boolean =>
  before === null
    ? after !== null
    : after === null || before.parent !== after.parent || !hasSameContent(before.entry, after.entry)

/** As `isChanged`, and when only the time it was written is another. */
export const isRewritten = (sides: PageSides): boolean =>
  isChanged(sides) || sides.before?.entry.updatedAt !== sides.after?.entry.updatedAt

/** The pages from the root down to one that was looked at, itself included, in one of the two trees. */
export function breadcrumbsIn({ pages }: TreeDiff, side: Side, id: string | null): readonly PageEntry[] {
  const line: PageEntry[] = []
  for (let at = id; at !== null; ) {
    const standing = pages.get(at)?.[side]
    if (standing === null || standing === undefined) throw new Error(`The page ${at} was not looked at`)
    line.unshift(standing.entry)
    at = standing.parent
  }
  return line
}

/** Address of a page that was looked at, in one of the two trees; null for links. */
export const pathIn = (diff: TreeDiff, side: Side, id: string): string | null =>
  pathOfBreadcrumbs(breadcrumbsIn(diff, side, id))
