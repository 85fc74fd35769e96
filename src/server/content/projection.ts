import { setImmediate as breathe } from 'node:timers/promises'
import { mayInclude, withIncludes } from '#markup/includes.ts'
import type { Tx } from '../db/client.ts'
import { indexPages } from '../search/sections.ts'
import type { PageEntry, Root } from './entries.ts'
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
import { type PageChange, pathAlong } from './page-tree.ts'
import type { SpaceRef } from './place.ts'
import { reusablesIn } from './reusables.ts'
import { partsOf, type TextParts } from './texts.ts'

/** Whether pages came, went or took another address. */
export const changesPlaces = (changes: readonly PageChange[]): boolean => changes.some(changesPlace)

const changesPlace = ({ before, after }: PageChange): boolean =>
  before === null ||
  after === null ||
  before.parent !== after.parent ||
  before.entry.slug !== after.entry.slug

/** Tells the pages from the root down to one that is there, itself included. */
export type Lines = { readonly lineOf: (id: string) => Promise<readonly PageEntry[]> }

/** Brings the table of pages and the addresses they have left up to what the tree says. */
export async function projectPages(
  tx: Tx,
  at: SpaceRef,
  { tree, changes, now }: { tree: Lines; changes: readonly PageChange[]; now: Date },
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
export async function renewRows(tx: Tx, at: SpaceRef, tree: Lines, changes: readonly PageChange[]) {
  await writePages(tx, at, await rowsOf(tree, changes))
}

async function rowsOf(tree: Lines, changes: readonly PageChange[]) {
  const rows = []
  for (const { id, after } of changes) {
    if (after === null) continue
    rows.push({ entry: after.entry, parent: after.parent, path: pathAlong(await tree.lineOf(id)) })
  }
  return rows
}

/** The text of a page whose parts are known already. */
export type KnownText = {
  /** Absent where it is known to show no others. */
  readonly markdown?: string
  readonly parts: TextParts
  readonly urls: readonly string[]
}

/** Pages are read and written in groups of this many, so that other requests get their turn. */
const group = 50

/** Draws links and searchable sections anew from the texts of these pages. */
export async function projectTexts(
  tx: Tx,
  at: SpaceRef,
  { objects, pages, known, root }: Drawn,
): Promise<void> {
  for (let from = 0; from < pages.length; from += group) {
    if (from > 0) await breathe()
    const some = pages.slice(from, from + group)
    const drawn = await drawnFrom(objects, some, { known, root })
    await writeLinks(
      tx,
      at,
      drawn.map(({ entry, parts, urls, shows }) => ({
        page: entry.id,
        urls,
        shows,
        operations: parts.operations,
      })),
    )
    await indexPages(tx, at, drawn.map(searchable))
  }
}

type Drawn = {
  readonly objects: Objects
  readonly pages: readonly PageEntry[]
  readonly known: ReadonlyMap<string, KnownText>
  /** The revision whose reusable contents the pages show. */
  readonly root: Root
}

/**
 * Pages with what is in their texts; read anew where it is not known. With a `root`, what they show of its reusable
 * contents is in it as well, with the links of that behind their own.
 */
export async function drawnFrom(
  objects: Objects,
  pages: readonly PageEntry[],
  { known = new Map(), root }: Partial<Pick<Drawn, 'known' | 'root'>> = {},
) {
  const unread = pages.flatMap(({ id, body }) => (body === undefined || known.has(id) ? [] : [body]))
  const texts = await objects.read(unread)
  const own = pages.map((entry) => {
    const found = known.get(entry.id)
    const markdown = found === undefined ? (texts.get(entry.body ?? '') ?? '') : (found.markdown ?? '')
    const parts = found?.parts ?? partsOf(markdown)
    const urls = found?.urls ?? parts.links.map(({ url }) => url)
    return { entry, markdown, parts, urls, shows: [] as readonly string[] }
  })
  if (root === undefined || !own.some(({ markdown }) => mayInclude(markdown))) return own
  const shown = await shownTexts(objects, root)
  return own.map((one) => (mayInclude(one.markdown) ? withShown(one, shown) : one))
}

/** The texts of all reusable contents of a revision, by id. */
async function shownTexts(objects: Objects, root: Root): Promise<ReadonlyMap<string, string>> {
  const entries = await reusablesIn(objects, root)
  const texts = await objects.read(entries.flatMap(({ body }) => body ?? []))
  return new Map(entries.map(({ id, body }) => [id, texts.get(body ?? '') ?? '']))
}

type Own = { readonly markdown: string; readonly parts: TextParts; readonly urls: readonly string[] }

/** A text that shows others: their sections stand in it, their links behind its own. */
function withShown<T extends Own>(one: T, texts: ReadonlyMap<string, string>) {
  const met = new Set<string>()
  const whole = withIncludes(
    one.markdown,
    (id) => texts.get(id),
    (id) => void met.add(id),
  )
  const more = [...met].flatMap((id) => partsOf(texts.get(id) ?? '').links.map(({ url }) => url))
  return { ...one, parts: partsOf(whole), urls: [...one.urls, ...more], shows: [...met] }
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
