import type { Collection } from '#contract/collections.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Space } from '#contract/spaces.ts'
import { itemsBelow, type Library } from './library-data.ts'
import { titleOf } from './library-rows.ts'
import type { LibrarySearch } from './search-params.ts'

/** All spaces and collections the caller can see, as far as they are loaded. */
export type Index = {
  readonly spaces: readonly Space[]
  readonly collections: readonly Collection[]
  readonly spaceCount: number
  readonly collectionCount: number
}

/** The index of a completely loaded library. */
export function indexOf(library: Library): Index {
  const items = itemsBelow(library)
  const spaces = items.filter((item) => item.object === 'space')
  const collections = items.filter((item) => item.object === 'collection')
  return { spaces, collections, spaceCount: spaces.length, collectionCount: collections.length }
}

export const isComplete = (index: Index): boolean =>
  index.spaces.length >= index.spaceCount && index.collections.length >= index.collectionCount

/** Filters of the library; the result is a flat list. */
export type Kind = NonNullable<LibrarySearch['show']>

const matchesKind: Readonly<Record<Kind, (item: LibraryItem) => boolean>> = {
  changes: (item) => item.object === 'space' && item.changeRequestsOpen > 0,
  published: (item) => item.object === 'space' && item.urls.published !== undefined,
  unpublished: (item) => item.object === 'space' && item.urls.published === undefined,
  collections: (item) => item.object === 'collection',
}

type IndexFilter = { text: string; kind: Kind | undefined; rootId: string | null }

/** Items whose title contains every word. Titles that start with the text come first, then alphabetically. */
export function filterIndex(index: Index, { text, kind, rootId }: IndexFilter): LibraryItem[] {
  const query = plain(text).trim()
  const words = query.split(/\s+/).filter(Boolean)
  const isBelowRoot = isBelow(index.collections, rootId)
  return [...index.collections, ...index.spaces]
    .filter((item) => isBelowRoot(item) && (kind === undefined || matchesKind[kind](item)))
    .map((item) => ({ item, title: plainTitleOf(item) }))
    .filter(({ title }) => words.every((word) => title.includes(word)))
    .sort((a, b) => startsLater(a.title, b.title, query) || byAlphabet.compare(a.title, b.title))
    .map(({ item }) => item)
}

const startsLater = (a: string, b: string, query: string): number =>
  Number(b.startsWith(query)) - Number(a.startsWith(query))

/** Created once, because `localeCompare` creates one per call. */
const byAlphabet = new Intl.Collator()

const plainTitles = new WeakMap<LibraryItem, string>()

/** Cached per item, because every keystroke in the filter needs all of them. */
function plainTitleOf(item: LibraryItem): string {
  const cached = plainTitles.get(item)
  if (cached !== undefined) return cached
  const title = plain(titleOf(item))
  plainTitles.set(item, title)
  return title
}

/** Lower case without accents, so that “Sjoberg” matches “Sjöberg”. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Parents = ReadonlyMap<string, Pick<Collection, 'id' | 'title' | 'parent'>>

export const byId = (collections: readonly Collection[]): ReadonlyMap<string, Collection> =>
  new Map(collections.map((collection) => [collection.id, collection]))

/** Ancestors of an item, outermost first, without those the caller can't see. */
export function ancestorsOf(
  collections: Parents,
  parentId: string | undefined,
): Pick<Collection, 'id' | 'title'>[] {
  const ancestors: Pick<Collection, 'id' | 'title'>[] = []
  const visited = new Set<string>()
  for (let at = parentId; at !== undefined && !visited.has(at); ) {
    const one = collections.get(at)
    if (!one) break
    visited.add(at)
    ancestors.unshift(one)
    at = one.parent
  }
  return ancestors
}

/** Formats the path of many items, each parent once. */
export function pathFormatter(collections: Parents): (parentId: string | undefined) => string | undefined {
  const paths = new Map<string | undefined, string | undefined>()
  return (parentId) => {
    if (!paths.has(parentId)) paths.set(parentId, formatPath(collections, parentId))
    return paths.get(parentId)
  }
}

/** `Product documentation / Halden One`; undefined at the top. */
export function formatPath(collections: Parents, parentId: string | undefined): string | undefined {
  const ancestors = ancestorsOf(collections, parentId)
  return ancestors.length === 0 ? undefined : ancestors.map(titleOf).join(' / ')
}

function isBelow(collections: readonly Collection[], rootId: string | null): (item: LibraryItem) => boolean {
  if (rootId === null) return () => true
  const collectionsById = byId(collections)
  return (item) => ancestorsOf(collectionsById, item.parent).some(({ id }) => id === rootId)
}

/** Number of spaces in each collection, including nested ones. */
export function spacesWithin(index: Index): ReadonlyMap<string, number> {
  const collectionsById = byId(index.collections)
  const counts = new Map<string, number>(index.collections.map(({ id }) => [id, 0]))
  for (const { parent } of index.spaces) {
    for (const { id } of ancestorsOf(collectionsById, parent)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** The spaces below a collection, at any depth. */
export const spacesBelow = (index: Index, id: string): Space[] =>
  index.spaces.filter(isBelow(index.collections, id))

/** Number of collections below one, at any depth. */
export const collectionsWithin = (index: Index, id: string): number =>
  index.collections.filter(isBelow(index.collections, id)).length
