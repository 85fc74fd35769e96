import { rewriteAt } from '#markup/links.ts'
import type { PutEntries } from '../../content/changes.ts'
import { spacePrefix } from '../../content/dashboard-links.ts'
import { isSameValue, type PageEntry, type Reference, type ReusableEntry } from '../../content/entries.ts'
import type { Objects } from '../../content/objects.ts'
import { parsedText } from '../../content/parsed-texts.ts'
import { bodiesOf, type Content } from '../../content/read.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pagesLinkingTo } from './queries.ts'
import type { MoveMap } from './rules.ts'

type UrlOf = (map: MoveMap, url: string) => string | null

/** A stored text with the URLs that the move gives its links. */
export async function rewritten(text: string, map: MoveMap, urlOf: UrlOf): Promise<string> {
  if (!['/pages/', '/files/', spacePrefix(map.baseUrl)].some((part) => text.includes(part))) return text
  const { links } = await parsedText(text)
  return rewriteAt(text, links, ({ url }) => urlOf(map, url))
}

type Surroundings = {
  readonly objects: Objects
  readonly content: Content
  readonly map: MoveMap
  readonly urlOf: UrlOf
}

type Replaced = PutEntries['replaced'][number]

/** The pages around the moved ones whose texts or fields link to them, as they are afterwards. */
export async function pagesAround(
  db: Db | Tx,
  options: Surroundings & {
    readonly referenceOf: (map: MoveMap, reference: Reference) => Reference
    /** Pages of the space that leave it. */
    readonly moved: ReadonlySet<string>
  },
): Promise<readonly Replaced[]> {
  const { objects, content, map, urlOf, referenceOf, moved } = options
  const prefix = `${spacePrefix(map.baseUrl)}${map.from}/p/`
  const linking = await pagesLinkingTo(db, content.at, { pages: [...map.pages.keys()], prefix })
  const entries = linking.flatMap((id) => (moved.has(id) ? [] : (content.tree.page(id)?.entry ?? [])))
  const changes = new Map<string, Replaced>()
  for (const [page, text] of await bodiesOf(db, content.at.organizationId, entries)) {
    const next = await rewritten(text, map, urlOf)
    if (next !== text) changes.set(page, { page, body: objects.put('text', next) })
  }
  for (const { entry } of content.tree.all()) {
    const target = moved.has(entry.id) ? undefined : changedTarget(map, entry, referenceOf)
    if (target !== undefined) changes.set(entry.id, { ...changes.get(entry.id), page: entry.id, target })
  }
  return [...changes.values()]
}

function changedTarget(
  map: MoveMap,
  { target }: PageEntry,
  referenceOf: (map: MoveMap, reference: Reference) => Reference,
): Reference | undefined {
  const next = target && referenceOf(map, target)
  return isSameValue(next, target) ? undefined : next
}

/** The texts of a space's reusable contents after the move, and the entries that it changes. */
export async function reusablesAround(db: Db | Tx, { objects, content, map, urlOf }: Surroundings) {
  const entries = await content.reusables()
  const before = await bodiesOf(db, content.at.organizationId, entries)
  const texts = new Map<string, string>()
  const changed: ReusableEntry[] = []
  for (const entry of entries) {
    const text = await rewritten(before.get(entry.id) ?? '', map, urlOf)
    texts.set(entry.id, text)
    if (text !== before.get(entry.id)) changed.push({ ...entry, body: objects.put('text', text) })
  }
  return { texts, changed }
}
