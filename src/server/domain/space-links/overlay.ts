import { isSamePage, type PageEntry } from '../../content/entries.ts'
import { diffFiles } from '../../content/file-diff.ts'
import { indexedParts } from '../../content/indexed-parts.ts'
import { linkRowsOf } from '../../content/link-rows.ts'
import { type Objects, objectsOf } from '../../content/objects.ts'
import { readRoot } from '../../content/page-tree.ts'
import { pageContents } from '../../content/projection.ts'
import { bodiesOf, type Content } from '../../content/read.ts'
import { anchorsIn } from '../../content/texts.ts'
import { diffTrees, type PageSides } from '../../content/tree-diff.ts'
import type { Db, Tx } from '../../db/client.ts'
import { fieldLinksIn, positionOf, type UnstoredLink } from './field-links.ts'
import type { Overlay } from './link-queries.ts'

type Versions = {
  readonly head: Content
  /** What the changed content started from. */
  readonly base: Content
  readonly content: Content
}

/** How the links of the head differ once the changes of some content since its base are merged. */
export async function overlayOf(db: Db | Tx, { head, base, content }: Versions): Promise<Overlay> {
  const { organizationId } = content.at
  const objects = objectsOf(db, organizationId)
  const before = await readRoot(objects, base.revision.root)
  const after = await readRoot(objects, content.revision.root)
  const { pages } = await diffTrees(objects, before, after)
  const files = await diffFiles(objects, before, after)
  const changed = new Map([...pages].filter(([, sides]) => isChanged(sides)))
  return {
    links: [
      ...(await textLinks(objects, [...changed.values()])),
      ...fieldLinks({ head, base, content }, changed),
    ],
    rewritten: idsWhere(changed, ({ before, after }) => before?.entry.body !== after?.entry.body),
    anchors: await anchorsWritten(db, organizationId, [...changed.values()]),
    added: [...idsWhere(changed, (sides) => sides.before === null), ...files.added.map(({ id }) => id)],
    removed: [...idsWhere(changed, (sides) => sides.after === null), ...files.removed.map(({ id }) => id)],
  }
}

type Changed = ReadonlyMap<string, PageSides>

const isChanged = ({ before, after }: PageSides): boolean =>
  before === null || after === null
    ? before !== after
    : !isSamePage(withoutBelow(before.entry), withoutBelow(after.entry))

const withoutBelow = ({ children: _, ...entry }: PageEntry): PageEntry => entry

const idsWhere = (changed: Changed, is: (sides: PageSides) => boolean): string[] =>
  [...changed].flatMap(([id, sides]) => (is(sides) ? [id] : []))

/** The links of the texts that the request changed. */
async function textLinks(objects: Objects, changed: readonly PageSides[]): Promise<UnstoredLink[]> {
  const rewritten = changed.filter(({ before, after }) => before?.entry.body !== after?.entry.body)
  const entriesOf = (side: 'before' | 'after') => rewritten.flatMap((sides) => sides[side]?.entry ?? [])
  const was = new Map(
    (await pageContents(objects, entriesOf('before'))).map(({ entry, urls }) => [entry.id, new Set(urls)]),
  )
  return (await pageContents(objects, entriesOf('after'))).flatMap(({ entry, urls }) =>
    linkRowsOf([{ page: entry.id, urls }]).map((row, index) => ({
      ...row,
      position: positionOf(row),
      isNew: !was.get(entry.id)?.has(urls[index] ?? ''),
    })),
  )
}

/** The anchors in the texts that the request changed. */
async function anchorsWritten(db: Db | Tx, organizationId: string, changed: readonly PageSides[]) {
  const entries = changed.flatMap(({ before, after }) =>
    after === null || before?.entry.body === after.entry.body ? [] : [after.entry],
  )
  const texts = await bodiesOf(db, organizationId, entries)
  const written: { readonly page_id: string; readonly anchor: string }[] = []
  for (const [page, text] of texts)
    for (const anchor of anchorsIn(text, await indexedParts(text))) written.push({ page_id: page, anchor })
  return written
}

/** The links in fields of pages: from the request for pages it changed, from the head for the others. */
function fieldLinks({ head, base, content }: Versions, changed: Changed): UnstoredLink[] {
  const { spaceId } = content.at
  const keyOf = ({ page_id, kind, target_id, anchor, url }: UnstoredLink) =>
    JSON.stringify([page_id, kind, target_id, anchor, url])
  const was = new Set(fieldLinksIn(base.tree, spaceId).map(keyOf))
  const own = fieldLinksIn(content.tree, spaceId).filter(({ page_id }) => changed.has(page_id))
  const others = fieldLinksIn(head.tree, spaceId).filter(({ page_id }) => !changed.has(page_id))
  return [...others, ...own.map((link) => ({ ...link, isNew: !was.has(keyOf(link)) }))]
}
