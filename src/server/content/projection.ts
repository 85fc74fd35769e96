import { setImmediate as breathe } from 'node:timers/promises'
import { expandIncludes, mayInclude } from '#markup/includes.ts'
import type { Tx } from '../db/client.ts'
import { indexPages } from '../search/sections.ts'
import type { PageEntry, Root } from './entries.ts'
import { writeLinks } from './link-rows.ts'
import type { Objects } from './objects.ts'
import {
  deleteTakenMoves,
  pathsBelow,
  recordMovedPages,
  removePages,
  updatePathsBelow,
  writePages,
} from './page-rows.ts'
import { type PageChange, pathOfBreadcrumbs } from './page-tree.ts'
import { reusablesIn } from './reusables.ts'
import type { SpaceRef } from './space-ref.ts'
import { partsOf, type TextParts } from './texts.ts'

/** Whether pages came, went or took another address. */
export const changesAddresses = (changes: readonly PageChange[]): boolean => changes.some(changesAddress)

const changesAddress = ({ before, after }: PageChange): boolean =>
  before === null ||
  after === null ||
  before.parent !== after.parent ||
  before.entry.slug !== after.entry.slug

/** Tells the pages from the root down to one that is there, itself included. */
export type Breadcrumbs = { readonly lineOf: (id: string) => Promise<readonly PageEntry[]> }

/** Brings the table of pages and the addresses they have left up to what the tree says. */
export async function projectPages(
  tx: Tx,
  at: SpaceRef,
  { tree, changes, now }: { tree: Breadcrumbs; changes: readonly PageChange[]; now: Date },
): Promise<void> {
  const stayed = changes.filter(({ before, after }) => before !== null && after !== null)
  const moved = stayed.filter(changesAddress).map(({ id }) => id)
  const left = moved.length === 0 ? [] : await pathsBelow(tx, at, moved)
  await writePages(tx, at, await rowsOf(tree, changes))
  await removePages(
    tx,
    at,
    changes.flatMap(({ id, after }) => (after === null ? [id] : [])),
  )
  if (moved.length > 0) {
    await updatePathsBelow(tx, at, moved)
    await recordMovedPages(tx, at, left, now)
  }
  const settled = changes.filter(changesAddress).map(({ id }) => id)
  const arrived = [...new Set([...settled, ...left.map((row) => row.page_id)])]
  if (arrived.length > 0) await deleteTakenMoves(tx, at, arrived)
}

/** Writes the rows of these pages again, when only their texts have changed since `projectPages`. */
export async function rewriteRows(tx: Tx, at: SpaceRef, tree: Breadcrumbs, changes: readonly PageChange[]) {
  await writePages(tx, at, await rowsOf(tree, changes))
}

async function rowsOf(tree: Breadcrumbs, changes: readonly PageChange[]) {
  const rows = []
  for (const { id, after } of changes) {
    if (after === null) continue
    rows.push({ entry: after.entry, parent: after.parent, path: pathOfBreadcrumbs(await tree.lineOf(id)) })
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
const BATCH_SIZE = 50

/** Draws links and searchable sections anew from the texts of these pages. */
export async function projectTexts(
  tx: Tx,
  at: SpaceRef,
  { objects, pages, known, root }: ProjectTextsOptions,
): Promise<void> {
  for (let from = 0; from < pages.length; from += BATCH_SIZE) {
    if (from > 0) await breathe()
    const some = pages.slice(from, from + BATCH_SIZE)
    const drawn = await pageContents(objects, some, { known, root })
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

type ProjectTextsOptions = {
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
export async function pageContents(
  objects: Objects,
  pages: readonly PageEntry[],
  { known = new Map(), root }: Partial<Pick<ProjectTextsOptions, 'known' | 'root'>> = {},
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
  const shown = await reusableTexts(objects, root)
  return own.map((one) => (mayInclude(one.markdown) ? withIncludedTexts(one, shown) : one))
}

/** The texts of all reusable contents of a revision, by id. */
async function reusableTexts(objects: Objects, root: Root): Promise<ReadonlyMap<string, string>> {
  const entries = await reusablesIn(objects, root)
  const texts = await objects.read(entries.flatMap(({ body }) => body ?? []))
  return new Map(entries.map(({ id, body }) => [id, texts.get(body ?? '') ?? '']))
}

type PageContent = { readonly markdown: string; readonly parts: TextParts; readonly urls: readonly string[] }

/** A text that shows others: their sections stand in it, their links behind its own. */
function withIncludedTexts<T extends PageContent>(one: T, texts: ReadonlyMap<string, string>) {
  const met = new Set<string>()
  const whole = expandIncludes(
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
