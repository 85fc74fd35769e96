import type { LibraryItem } from '#contract/library.ts'
import type { TreeRow } from '../../components/tree-drop.ts'
import { labels, pluralize } from '../../lib/labels.ts'
import type { Contents } from './library-data.ts'

/** A space or a collection in the tree. */
export type ItemRow = TreeRow & {
  readonly kind: LibraryItem['object']
  readonly item: LibraryItem
  /** Path of the item; only in filter results. */
  readonly path?: string
}

/** Stands for rows that are not loaded yet. */
export type PlaceholderRow = TreeRow & {
  readonly kind: 'placeholder'
  readonly state: 'loading' | 'more'
  /** The collection whose contents are missing; null is the top level. */
  readonly collectionId: string | null
}

export type LibraryRow = ItemRow | PlaceholderRow

export const isItem = (row: LibraryRow): row is ItemRow => row.kind !== 'placeholder'

export const titleOf = (item: Pick<LibraryItem, 'title'>): string => item.title || labels.untitled

type Named = Pick<LibraryItem, 'object' | 'title'>

/** `“Handbook”` for one item, a count for several: `3 spaces`, `1 collection and 2 spaces`. */
export function describeItems(items: readonly Named[]): string {
  const [first] = items
  if (items.length === 1 && first) return labels.quoted(titleOf(first))
  const counts = (['collection', 'space'] as const).map((kind) => ({
    kind,
    count: items.filter(({ object }) => object === kind).length,
  }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => pluralize(count, kind))
    .join(' and ')
}

type TreeInput = {
  /** The collection shown; null for the whole library. */
  readonly rootId: string | null
  /** Undefined while the contents load. */
  readonly contentsOf: (parentId: string | null) => Contents | undefined
  readonly isOpen: (id: string) => boolean
}

const placeholderTitles = {
  loading: labels.loading,
  more: 'Loading more',
} as const

const acceptsAll = (kind: string): boolean => kind !== 'placeholder'

/** The rows of the tree, parents before children; closed collections have no children. */
export function rowsOf({ rootId, contentsOf, isOpen }: TreeInput): LibraryRow[] {
  const rows: LibraryRow[] = []
  const addContents = (collectionId: string | null, parentId: string | null, depth: number) => {
    const addPlaceholder = (state: PlaceholderRow['state'], more = '') =>
      rows.push({
        kind: 'placeholder',
        id: `${state} ${collectionId} ${more}`,
        state,
        collectionId,
        depth,
        parentId,
        title: placeholderTitles[state],
        canDrag: false,
        isBranch: false,
      })
    const contents = contentsOf(collectionId)
    if (!contents) {
      addPlaceholder('loading')
      return
    }
    for (const item of contents.items) {
      rows.push(itemRow(item, depth, parentId))
      if (item.object === 'collection' && isOpen(item.id)) addContents(item.id, item.id, depth + 1)
    }
    if (contents.next !== undefined) addPlaceholder('more', String(contents.items.length))
  }
  addContents(rootId, null, 0)
  return rows
}

function itemRow(item: LibraryItem, depth: number, parentId: string | null): ItemRow {
  const isCollection = item.object === 'collection'
  return {
    kind: item.object,
    id: item.id,
    item,
    depth,
    parentId,
    title: titleOf(item),
    canDrag: item.permissions.admin,
    isBranch: isCollection,
    ...(isCollection && item.permissions.create ? { accepts: acceptsAll } : {}),
  }
}

/** Rows of filter results: all at depth 0, each with its path. */
export const resultRows = (
  items: readonly LibraryItem[],
  pathOf: (item: LibraryItem) => string | undefined,
): ItemRow[] =>
  items.map((item) => {
    const path = pathOf(item)
    return {
      kind: item.object,
      id: item.id,
      item,
      depth: 0,
      parentId: null,
      title: titleOf(item),
      canDrag: false,
      isBranch: false,
      ...(path === undefined ? {} : { path }),
    }
  })

/** The selected rows that are not below another selected row; those are moved or deleted along with it. */
export function topmostSelected(rows: readonly LibraryRow[], selected: ReadonlySet<string>): ItemRow[] {
  const inside = new Set<string>()
  return rows.filter(isItem).filter((row) => {
    const isNested = row.parentId !== null && (selected.has(row.parentId) || inside.has(row.parentId))
    if (isNested) inside.add(row.id)
    return selected.has(row.id) && !isNested
  })
}
