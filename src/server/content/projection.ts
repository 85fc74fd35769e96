import { setImmediate as breathe } from 'node:timers/promises'
import type { Tx } from '../db/client.ts'
import { indexPages } from '../search/sections.ts'
import type { PageEntry } from './entries.ts'
import { writeLinks } from './link-rows.ts'
import type { Objects } from './objects.ts'
import {
  forgetMovesFrom,
  pathsBelow,
  rememberMoves,
  removePages,
  renewPathsBelow,
  writePages,
} from './page-rows.ts'
import { type PageChange, type PageTree, pathAlong } from './page-tree.ts'
import type { SpaceRef } from './place.ts'
import { partsOf, type TextParts } from './texts.ts'

/** Whether pages came, went or took another address. */
export const changesPlaces = (changes: readonly PageChange[]): boolean => changes.some(changesPlace)

const changesPlace = ({ before, after }: PageChange): boolean =>
  before === null ||
  after === null ||
  before.parent !== after.parent ||
  before.entry.slug !== after.entry.slug

/** Brings the table of pages and the addresses they have left up to what the tree says. */
export async function projectPages(
  tx: Tx,
  at: SpaceRef,
  { tree, changes, now }: { tree: PageTree; changes: readonly PageChange[]; now: Date },
): Promise<void> {
  const stayed = changes.filter(({ before, after }) => before !== null && after !== null)
  const moved = stayed.filter(changesPlace).map(({ id }) => id)
  const left = moved.length === 0 ? [] : await pathsBelow(tx, at, moved)
  await writePages(tx, at, await rowsOf(tree, changes))
  await removePages(
    tx,
    at,
    changes.flatMap(({ id, after }) => (after === null ? [id] : [])),
  )
  if (moved.length > 0) {
    await renewPathsBelow(tx, at, moved)
    await rememberMoves(tx, at, left, now)
  }
  const settled = changes.filter(changesPlace).map(({ id }) => id)
  const arrived = [...new Set([...settled, ...left.map((row) => row.page_id)])]
  if (arrived.length > 0) await forgetMovesFrom(tx, at, arrived)
}

/** Writes the rows of these pages again, when only their texts have changed since `projectPages`. */
export async function renewRows(tx: Tx, at: SpaceRef, tree: PageTree, changes: readonly PageChange[]) {
  await writePages(tx, at, await rowsOf(tree, changes))
}

async function rowsOf(tree: PageTree, changes: readonly PageChange[]) {
  const rows = []
  for (const { id, after } of changes) {
    if (after === null) continue
    rows.push({ entry: after.entry, parent: after.parent, path: pathAlong(await tree.lineOf(id)) })
  }
  return rows
}

/** The text of a page whose parts are known already. */
export type KnownText = { readonly parts: TextParts; readonly urls: readonly string[] }

/** Pages are read and written in groups of this many, so that other requests get their turn. */
const group = 50

/** Draws links and searchable sections anew from the texts of these pages. */
export async function projectTexts(tx: Tx, at: SpaceRef, { objects, pages, known }: Drawn): Promise<void> {
  for (let from = 0; from < pages.length; from += group) {
    if (from > 0) await breathe()
    const some = pages.slice(from, from + group)
    const drawn = await drawnFrom(objects, some, known)
    await writeLinks(
      tx,
      at,
      drawn.map(({ entry, urls }) => ({ page: entry.id, urls })),
    )
    await indexPages(tx, at, drawn.map(searchable))
  }
}

type Drawn = {
  readonly objects: Objects
  readonly pages: readonly PageEntry[]
  readonly known: ReadonlyMap<string, KnownText>
}

/** Pages with what is in their texts; read anew where it is not known. */
export async function drawnFrom(
  objects: Objects,
  pages: readonly PageEntry[],
  known: ReadonlyMap<string, KnownText> = new Map(),
) {
  const unread = pages.flatMap(({ id, body }) => (body === undefined || known.has(id) ? [] : [body]))
  const texts = await objects.read(unread)
  return pages.map((entry) => {
    const parts = known.get(entry.id)?.parts ?? partsOf(texts.get(entry.body ?? '') ?? '')
    return { entry, parts, urls: known.get(entry.id)?.urls ?? parts.links.map(({ url }) => url) }
  })
}

export const searchable = ({ entry, parts }: { entry: PageEntry; parts: TextParts }) => ({
  page: entry.id,
  title: entry.title,
  description: entry.description ?? '',
  sections: parts.sections,
})

/** Whether what is drawn from a page's text and titles is another now. */
export function changesText({ before, after }: PageChange): boolean {
  if (after === null) return false
  const { body, title, description } = after.entry
  const old = before?.entry
  return old === undefined || old.body !== body || old.title !== title || old.description !== description
}
