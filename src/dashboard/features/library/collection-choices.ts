import { type Collection, collectionTitle } from '#contract/collections.ts'
import { words } from '../../lib/words.ts'
import { above, byId, placeInWords } from './library-index.ts'
import { titleOf } from './library-rows.ts'

/** A place one can choose to move to. */
export type CollectionChoice = {
  /** Null is the top of the library; `new` is a collection that is made when it is chosen. */
  readonly id: string | null
  readonly kind: 'there' | 'new'
  readonly title: string
  readonly depth: number
  /** The collections around it, when it is shown without them. */
  readonly where?: string
  /** Why it cannot be chosen. */
  readonly refusal?: string
}

type Given = {
  readonly collections: readonly Collection[]
  /** Ids of what is moved; a collection does not go into itself or what it holds. */
  readonly moving: ReadonlySet<string>
  /** Where all that is moved stands now; undefined when in different places. */
  readonly here: string | null | undefined
  readonly mayCreateAtTop: boolean
  readonly text: string
}

/** Where a collection is made that has the text as its title: where the rows are, else at the top. */
export function placeOfNew({ collections, here, mayCreateAtTop }: Given): string | null | undefined {
  const around = here ? collections.find(({ id }) => id === here) : undefined
  if (around?.permissions.create) return around.id
  return mayCreateAtTop ? null : undefined
}

/** All places as a tree by title, or flat with their place where a text is asked for. */
export function choicesOf(given: Given): CollectionChoice[] {
  const { collections, moving, here, mayCreateAtTop, text } = given
  const known = byId(collections)
  const refusalOf = (id: string | null, mayCreate: boolean): { refusal?: string } => {
    if (id === here) return { refusal: 'It is here now' }
    if (
      id !== null &&
      [id, ...above(known, known.get(id)?.parent).map((one) => one.id)].some((one) => moving.has(one))
    )
      return { refusal: 'It cannot go into itself' }
    return mayCreate ? {} : { refusal: 'You need the role create here' }
  }
  const top: CollectionChoice = {
    id: null,
    kind: 'there',
    title: 'Top of the library',
    depth: 0,
    ...refusalOf(null, mayCreateAtTop),
  }
  const asked = text.trim().toLowerCase()
  const rest =
    asked === '' ? asTree(collections) : collections.map((collection) => ({ collection, depth: 0 }))
  const choices = rest.map(({ collection, depth }): CollectionChoice => {
    const where = asked === '' ? undefined : placeInWords(known, collection.parent)
    return {
      id: collection.id,
      kind: 'there',
      title: titleOf(collection),
      depth,
      ...(where === undefined ? {} : { where }),
      ...refusalOf(collection.id, collection.permissions.create),
    }
  })
  const found = [top, ...choices].filter(({ title }) => title.toLowerCase().includes(asked))
  const isNamed = found.some(({ title }) => title.toLowerCase() === asked)
  return asked === '' || isNamed ? found : [...found, ...newChoice(given, known)]
}

/** Offers to make what is typed, when nothing is called so. */
function newChoice(given: Given, known: ReadonlyMap<string, Collection>): CollectionChoice[] {
  const place = placeOfNew(given)
  const title = given.text.trim()
  if (place === undefined || title.length > longestTitle) return []
  const around = place === null ? undefined : known.get(place)
  const where = around ? `in ${titleOf(around)}` : 'at the top of the library'
  return [{ id: place, kind: 'new', title: `New collection ${words.quoted(title)}`, depth: 0, where }]
}

const longestTitle = collectionTitle.maxLength ?? 50

/** Parents before children, siblings by title; what hangs below something unseen stands at the top. */
export function asTree(collections: readonly Collection[]): { collection: Collection; depth: number }[] {
  const known = byId(collections)
  const below = Map.groupBy(collections, ({ parent }) =>
    parent !== undefined && known.has(parent) ? parent : null,
  )
  const branch = (parentId: string | null, depth: number): { collection: Collection; depth: number }[] =>
    (below.get(parentId) ?? [])
      .toSorted((a, b) => titleOf(a).localeCompare(titleOf(b)))
      .flatMap((collection) => [{ collection, depth }, ...branch(collection.id, depth + 1)])
  return branch(null, 0)
}
