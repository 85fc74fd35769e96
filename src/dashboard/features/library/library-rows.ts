import type { LibraryItem } from '#contract/library.ts'
import type { TreeRow } from '../../components/tree-drop.ts'
import { counted, words } from '../../lib/words.ts'
import type { Shelf } from './shelf.ts'

/** A space or a collection in the tree. */
export type ItemRow = TreeRow & {
  readonly kind: LibraryItem['object']
  readonly item: LibraryItem
  /** Where it stands, in words; only in results, where the tree does not show it. */
  readonly where?: string
}

/** Says something in the place of rows: that they are on their way, could not be read, or go on. */
export type NoteRow = TreeRow & {
  readonly kind: 'note'
  readonly says: 'loading' | 'failed' | 'more'
  /** The shelf it is about; null is the top. */
  readonly shelfId: string | null
}

export type LibraryRow = ItemRow | NoteRow

export const isItem = (row: LibraryRow): row is ItemRow => row.kind !== 'note'

export const titleOf = (item: Pick<LibraryItem, 'title'>): string => item.title || words.untitled

/** `“Handbook”`, or `3 spaces` when there are several. */
export const namedOrCounted = (items: readonly Pick<LibraryItem, 'title'>[], one: string): string => {
  const [first] = items
  return items.length === 1 && first ? words.quoted(titleOf(first)) : counted(items.length, one)
}

/** A shelf on screen: absent while it is on its way for the first time. */
export type ShelfState = { readonly shelf: Shelf | undefined; readonly isFailed: boolean }

type Scene = {
  /** The collection the tree is rooted in; null for the whole library. */
  readonly rootId: string | null
  readonly stateOf: (parentId: string | null) => ShelfState | undefined
  readonly isOpen: (id: string) => boolean
}

const noteTitles = {
  loading: words.loading,
  more: 'Loading more',
  failed: 'What is in it could not be read',
} as const

const takesAll = (kind: string): boolean => kind !== 'note'

/** The rows of the tree, parents before children; below a closed collection there are none. */
export function rowsOf({ rootId, stateOf, isOpen }: Scene): LibraryRow[] {
  const rows: LibraryRow[] = []
  const addShelf = (shelfId: string | null, parentId: string | null, depth: number) => {
    const note = (says: NoteRow['says'], more = '') =>
      rows.push({
        kind: 'note',
        id: `${says} ${shelfId} ${more}`,
        says,
        shelfId,
        depth,
        parentId,
        title: noteTitles[says],
        canDrag: false,
        isBranch: false,
      })
    const state = stateOf(shelfId)
    if (!state?.shelf) {
      note(state?.isFailed ? 'failed' : 'loading')
      return
    }
    for (const item of state.shelf.items) {
      rows.push(itemRow(item, depth, parentId))
      if (item.object === 'collection' && isOpen(item.id)) addShelf(item.id, item.id, depth + 1)
    }
    if (state.shelf.next !== undefined) note('more', String(state.shelf.items.length))
  }
  addShelf(rootId, null, 0)
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
    ...(isCollection && item.permissions.create ? { accepts: takesAll } : {}),
  }
}

/** Rows of a result: all at one depth, each with its place in words. */
export const resultRows = (
  items: readonly LibraryItem[],
  placeOf: (item: LibraryItem) => string | undefined,
): ItemRow[] =>
  items.map((item) => {
    const where = placeOf(item)
    return {
      kind: item.object,
      id: item.id,
      item,
      depth: 0,
      parentId: null,
      title: titleOf(item),
      canDrag: false,
      isBranch: false,
      ...(where === undefined ? {} : { where }),
    }
  })

/** Of chosen rows those that are not inside another chosen one: these are moved and deleted, the rest goes along. */
export function topmost(rows: readonly LibraryRow[], chosen: ReadonlySet<string>): ItemRow[] {
  const inside = new Set<string>()
  return rows.filter(isItem).filter((row) => {
    const goesAlong = row.parentId !== null && (chosen.has(row.parentId) || inside.has(row.parentId))
    if (goesAlong) inside.add(row.id)
    return chosen.has(row.id) && !goesAlong
  })
}
