import { type Collection, collectionTitle } from '#contract/collections.ts'
import { labels } from '../../lib/labels.ts'
import { ancestorsOf, byId, formatPath } from './library-index.ts'
import { titleOf } from './library-rows.ts'

/** A target for moving items. */
export type CollectionChoice = {
  /** Null is the top level of the library; `new` is a collection that is created when it is chosen. */
  readonly id: string | null
  readonly kind: 'existing' | 'new'
  readonly title: string
  readonly depth: number
  /** Path of the collection, when it is not shown in a tree. */
  readonly path?: string
  /** Why it can't be chosen. */
  readonly disabledReason?: string
}

type ChoiceOptions = {
  readonly collections: readonly Collection[]
  /** Ids of the items to move: a collection can't be moved into itself or into its contents. */
  readonly movingIds: ReadonlySet<string>
  /** Their common parent; undefined if they have different ones. */
  readonly currentParent: string | null | undefined
  readonly canCreateAtTop: boolean
  readonly text: string
}

/** Where a collection with the entered title would be created: next to the items, else at the top. */
export function parentOfNewCollection({
  collections,
  currentParent,
  canCreateAtTop,
}: ChoiceOptions): string | null | undefined {
  const parent = currentParent ? collections.find(({ id }) => id === currentParent) : undefined
  if (parent?.permissions.create) return parent.id
  return canCreateAtTop ? null : undefined
}

/** All targets as a tree, sorted by title; with a search text, a flat list with paths. */
export function collectionChoices(options: ChoiceOptions): CollectionChoice[] {
  const { collections, movingIds, currentParent, canCreateAtTop, text } = options
  const collectionsById = byId(collections)
  const disabledReasonOf = (id: string | null, canCreate: boolean): { disabledReason?: string } => {
    if (id === currentParent) return { disabledReason: 'Already here' }
    if (
      id !== null &&
      [id, ...ancestorsOf(collectionsById, collectionsById.get(id)?.parent).map((one) => one.id)].some(
        (one) => movingIds.has(one),
      )
    )
      return { disabledReason: 'It can’t be moved into itself' }
    return canCreate ? {} : { disabledReason: 'You need the Create role here' }
  }
  const top: CollectionChoice = {
    id: null,
    kind: 'existing',
    title: 'Top level of the library',
    depth: 0,
    ...disabledReasonOf(null, canCreateAtTop),
  }
  const query = text.trim().toLowerCase()
  const ordered =
    query === '' ? inTreeOrder(collections) : collections.map((collection) => ({ collection, depth: 0 }))
  const choices = ordered.map(({ collection, depth }): CollectionChoice => {
    const path = query === '' ? undefined : formatPath(collectionsById, collection.parent)
    return {
      id: collection.id,
      kind: 'existing',
      title: titleOf(collection),
      depth,
      ...(path === undefined ? {} : { path: path }),
      ...disabledReasonOf(collection.id, collection.permissions.create),
    }
  })
  const matches = [top, ...choices].filter(({ title }) => title.toLowerCase().includes(query))
  const isExisting = matches.some(({ title }) => title.toLowerCase() === query)
  return query === '' || isExisting ? matches : [...matches, ...newChoice(options, collectionsById)]
}

/** Offers to create a collection with the entered title, unless one exists. */
function newChoice(
  options: ChoiceOptions,
  collectionsById: ReadonlyMap<string, Collection>,
): CollectionChoice[] {
  const parentId = parentOfNewCollection(options)
  const title = options.text.trim()
  if (parentId === undefined || title.length > MAX_TITLE_LENGTH) return []
  const parent = parentId === null ? undefined : collectionsById.get(parentId)
  const path = parent ? `in ${titleOf(parent)}` : 'at the top level of the library'
  return [
    { id: parentId, kind: 'new', title: `New collection ${labels.quoted(title)}`, depth: 0, path: path },
  ]
}

const MAX_TITLE_LENGTH = collectionTitle.maxLength ?? 50

/**
 * Parents before children, siblings by title. A collection whose parent the caller can't see is listed at the top.
 */
export function inTreeOrder(collections: readonly Collection[]): { collection: Collection; depth: number }[] {
  const collectionsById = byId(collections)
  const below = Map.groupBy(collections, ({ parent }) =>
    parent !== undefined && collectionsById.has(parent) ? parent : null,
  )
  const branch = (parentId: string | null, depth: number): { collection: Collection; depth: number }[] =>
    (below.get(parentId) ?? [])
      .toSorted((a, b) => titleOf(a).localeCompare(titleOf(b)))
      .flatMap((collection) => [{ collection, depth }, ...branch(collection.id, depth + 1)])
  return branch(null, 0)
}
