import type { Collection } from '#contract/collections.ts'
import type { LibraryItem } from '#contract/library.ts'
import type { Space } from '#contract/spaces.ts'
import { titleOf } from './library-rows.ts'
import { itemsIn, type Shelves } from './shelves.ts'

/** All spaces and collections the caller may see, as far as they are loaded. */
export type Index = {
  readonly spaces: readonly Space[]
  readonly collections: readonly Collection[]
  /** How many there are in all. */
  readonly spaceCount: number
  readonly collectionCount: number
}

/** Of a library that is read whole. */
export function indexOf(library: Shelves): Index {
  const items = itemsIn(library)
  const spaces = items.filter((item) => item.object === 'space')
  const collections = items.filter((item) => item.object === 'collection')
  return { spaces, collections, spaceCount: spaces.length, collectionCount: collections.length }
}

export const isComplete = (index: Index): boolean =>
  index.spaces.length >= index.spaceCount && index.collections.length >= index.collectionCount

/** Which of the library is shown beside everything, as flat results. */
export const kinds = ['changes', 'published', 'unpublished', 'collections'] as const
export type Kind = (typeof kinds)[number]

const isOf: Readonly<Record<Kind, (item: LibraryItem) => boolean>> = {
  changes: (item) => item.object === 'space' && item.changeRequestsOpen > 0,
  published: (item) => item.object === 'space' && item.urls.published !== undefined,
  unpublished: (item) => item.object === 'space' && item.urls.published === undefined,
  collections: (item) => item.object === 'collection',
}

type Wanted = { text: string; kind: Kind | undefined; rootId: string | null }

/** What is asked for: every word is in the title; those whose title begins with the text first, then by title. */
export function foundIn(index: Index, { text, kind, rootId }: Wanted): LibraryItem[] {
  const low = plain(text).trim()
  const asked = low.split(/\s+/).filter(Boolean)
  const isInside = insideOf(index.collections, rootId)
  return [...index.collections, ...index.spaces]
    .filter((item) => isInside(item) && (kind === undefined || isOf[kind](item)))
    .map((item) => ({ item, title: plainTitleOf(item) }))
    .filter(({ title }) => asked.every((word) => title.includes(word)))
    .sort((a, b) => startsLater(a.title, b.title, low) || byAlphabet.compare(a.title, b.title))
    .map(({ item }) => item)
}

const startsLater = (a: string, b: string, low: string): number =>
  Number(b.startsWith(low)) - Number(a.startsWith(low))

/** Made once: comparing by the locale makes one each time. */
const byAlphabet = new Intl.Collator()

const plainTitles = new WeakMap<LibraryItem, string>()

/** Worked out once for each item, since every key pressed in the filter asks for all of them. */
function plainTitleOf(item: LibraryItem): string {
  const known = plainTitles.get(item)
  if (known !== undefined) return known
  const title = plain(titleOf(item))
  plainTitles.set(item, title)
  return title
}

/** Without case and accents, so that “Sjoberg” finds “Sjöberg”. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Parents = ReadonlyMap<string, Pick<Collection, 'id' | 'title' | 'parent'>>

export const byId = (collections: readonly Collection[]): ReadonlyMap<string, Collection> =>
  new Map(collections.map((collection) => [collection.id, collection]))

/** The collections above an item, the outermost first; those the caller may not see are left out. */
export function above(
  collections: Parents,
  parentId: string | undefined,
): Pick<Collection, 'id' | 'title'>[] {
  const line: Pick<Collection, 'id' | 'title'>[] = []
  const seen = new Set<string>()
  for (let at = parentId; at !== undefined && !seen.has(at); ) {
    const one = collections.get(at)
    if (!one) break
    seen.add(at)
    line.unshift(one)
    at = one.parent
  }
  return line
}

/** The same for many items: each place is put into words once. */
export function placesInWords(collections: Parents): (parentId: string | undefined) => string | undefined {
  const known = new Map<string | undefined, string | undefined>()
  return (parentId) => {
    if (!known.has(parentId)) known.set(parentId, placeInWords(collections, parentId))
    return known.get(parentId)
  }
}

/** `Product documentation / Halden One`; undefined at the top. */
export function placeInWords(collections: Parents, parentId: string | undefined): string | undefined {
  const line = above(collections, parentId)
  return line.length === 0 ? undefined : line.map(titleOf).join(' / ')
}

function insideOf(collections: readonly Collection[], rootId: string | null): (item: LibraryItem) => boolean {
  if (rootId === null) return () => true
  const known = byId(collections)
  return (item) => above(known, item.parent).some(({ id }) => id === rootId)
}

/** How many spaces each collection holds, those in the collections inside it too. */
export function spacesWithin(index: Index): ReadonlyMap<string, number> {
  const known = byId(index.collections)
  const counts = new Map<string, number>(index.collections.map(({ id }) => [id, 0]))
  for (const { parent } of index.spaces) {
    for (const { id } of above(known, parent)) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** How many collections stand below one, at any depth. */
export const collectionsWithin = (index: Index, id: string): number =>
  index.collections.filter(insideOf(index.collections, id)).length
