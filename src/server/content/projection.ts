import { sql } from 'kysely'
import { variablesOfExpression } from '#contract/shared/evaluate-condition.ts'
import { mayContainExpression } from '#markup/expression-tags.ts'
import { mayInclude } from '#markup/includes.ts'
import { prepared, type Tx, writes } from '../db/client.ts'
import { type WritePart, writeTogether } from '../db/write-together.ts'
import { indexWrites } from '../search/sections.ts'
import { TextTooComplex } from '../text-tasks/run.ts'
import { takingTurns } from '../turns.ts'
import { isSameValue, type PageEntry, type Root, type Variables } from './entries.ts'
import { withExpressions } from './expressions.ts'
import { type Indexed, indexedParts } from './indexed-parts.ts'
import { linkWrites, type ShownVariable } from './link-rows.ts'
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
import { parseAhead } from './parsed-texts.ts'
import { expandIncludes } from './read.ts'
import { reusablesIn } from './reusables.ts'
import type { SpaceRef } from './space-ref.ts'
import { variablesIn } from './space-values.ts'
import type { TextParts } from './texts.ts'

/** Whether pages were added, removed or got another path. */
export const changesAddresses = (changes: readonly PageChange[]): boolean => changes.some(changesAddress)

const changesAddress = ({ before, after }: PageChange): boolean =>
  before === null ||
  after === null ||
  before.parent !== after.parent ||
  before.entry.slug !== after.entry.slug

/** Returns the ancestors of a page from the root down, and the page itself. */
export type Breadcrumbs = { readonly lineOf: (id: string) => Promise<readonly PageEntry[]> }

/** Updates the table of pages and their former paths to match the tree. */
export async function projectPages(
  tx: Tx,
  at: SpaceRef,
  { tree, changes, now }: { tree: Breadcrumbs; changes: readonly PageChange[]; now: Date },
): Promise<void> {
  const existing = changes.filter(({ before, after }) => before !== null && after !== null)
  const moved = existing.filter(changesAddress).map(({ id }) => id)
  const formerPaths = moved.length === 0 ? [] : await pathsBelow(tx, at, moved)
  await writePages(tx, at, await rowsOf(tree, changes))
  await removePages(
    tx,
    at,
    changes.flatMap(({ id, after }) => (after === null ? [id] : [])),
  )
  if (moved.length > 0) {
    await updatePathsBelow(tx, at, moved)
    await recordMovedPages(tx, at, formerPaths, now)
    const changed = changes.filter(changesAddress).map(({ id }) => id)
    await deleteTakenMoves(tx, at, [...new Set([...changed, ...formerPaths.map((row) => row.page_id)])])
  }
}

/** Writes the rows of these pages again if only their texts changed since `projectPages`. */
export async function rewriteRows(tx: Tx, at: SpaceRef, tree: Breadcrumbs, changes: readonly PageChange[]) {
  await writePages(tx, at, await rowsOf(tree, changes))
}

async function rowsOf(tree: Breadcrumbs, changes: readonly PageChange[]) {
  const rows = []
  const pause = takingTurns()
  for (const { id, after } of changes) {
    await pause()
    if (after === null) continue
    rows.push({ entry: after.entry, parent: after.parent, path: pathOfBreadcrumbs(await tree.lineOf(id)) })
  }
  return rows
}

/** The text of a page that is already parsed. */
export type KnownText = {
  /** Absent if it is known to include no others. */
  readonly markdown?: string
  readonly parts: TextParts
  readonly urls: readonly string[]
}

/** Pages are read and written in batches, so that other requests get their turn. */
const BATCH_SIZE = 50

/** Rewrites the links and searchable sections of these pages, and writes what must be written last along with them. */
export async function projectTexts(
  tx: Tx,
  at: SpaceRef,
  { objects, pages, known, root, added = new Set(), last = [] }: ProjectTextsOptions,
): Promise<void> {
  let pending: readonly WritePart[] = []
  const pause = takingTurns()
  for (let from = 0; from < pages.length; from += BATCH_SIZE) {
    await pause()
    await writeTogether(tx, pending)
    const some = pages.slice(from, from + BATCH_SIZE)
    const contents = await pageContents(objects, some, { known, root })
    await removeTexts(
      tx,
      at,
      some.flatMap(({ id }) => (added.has(id) ? [] : [id])),
    )
    const links = contents.map(({ entry, parts, urls, shows }) => ({
      page: entry.id,
      urls,
      includes: shows,
      operations: parts.operations,
      variables: variablesShown(parts),
    }))
    const [linked, indexed] = [linkWrites(at, links), indexWrites(at, contents.map(searchable))]
    pending = [...(linked.pop() ?? []), ...(indexed.pop() ?? [])]
    for (const statement of [...linked, ...indexed]) await writeTogether(tx, statement)
  }
  await writeTogether(tx, [...pending, ...last])
}

async function removeTexts(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  pages: readonly string[],
): Promise<void> {
  if (pages.length === 0) return
  await sql`${prepared}${writes}with without_links as (
      delete from page_link where organization_id = ${organizationId} and space_id = ${spaceId}
        and page_id = any(${pages}::text[])
    )
    delete from page_section where organization_id = ${organizationId} and space_id = ${spaceId}
      and page_id = any(${pages}::text[])`.execute(tx)
}

type ProjectTextsOptions = {
  readonly objects: Objects
  readonly pages: readonly PageEntry[]
  readonly known: ReadonlyMap<string, KnownText>
  /** The revision whose reusable contents the pages include. */
  readonly root: Root
  /** Pages that are new, so that they have no rows to replace. */
  readonly added?: ReadonlySet<string> | undefined
  /** Parts of the last statement. */
  readonly last?: readonly WritePart[] | undefined
}

/**
 * Pages with the parsed parts of their texts, read unless they are known. With a `root`, the reusable contents that
 * they include are part of them, with their links after the page's own.
 */
export async function pageContents(
  objects: Objects,
  pages: readonly PageEntry[],
  { known = new Map(), root }: Partial<Pick<ProjectTextsOptions, 'known' | 'root'>> = {},
) {
  const unread = pages.flatMap(({ id, body }) => (body === undefined || known.has(id) ? [] : [body]))
  const texts = await objects.read(unread)
  await parseAhead(unread.map((hash) => texts.get(hash) ?? ''))
  const own: Indexed[] = []
  for (const entry of pages) {
    const parsed = known.get(entry.id)
    const markdown = parsed === undefined ? (texts.get(entry.body ?? '') ?? '') : (parsed.markdown ?? '')
    const parts = parsed?.parts ?? (await indexedParts(markdown))
    const urls = parsed?.urls ?? parts.links.map(({ url }) => url)
    own.push({ entry, markdown, parts, urls, shows: [] })
  }
  if (root === undefined || !own.some(({ markdown }) => dependsOnRoot(markdown))) return own
  const [shown, variables] = [await reusableTexts(objects, root), await variablesIn(objects, root)]
  const all: Indexed[] = []
  for (const one of own) {
    const whole = mayInclude(one.markdown) ? await withIncludedTexts(one, shown) : one
    all.push(await withValues(whole, variables))
  }
  return all
}

const dependsOnRoot = (markdown: string): boolean => mayInclude(markdown) || mayContainExpression(markdown)

/** A text with the values that its expressions have for visitors without claims. */
async function withValues(one: Indexed, variables: Variables): Promise<Indexed> {
  if (one.parts.expressions.length === 0) return one
  try {
    const markdown = await withExpressions(one.markdown, { variables, page: one.entry.variables })
    const { sections } = await indexedParts(markdown)
    return { ...one, parts: { ...one.parts, sections } }
  } catch (error) {
    if (error instanceof TextTooComplex) return one
    throw error
  }
}

/** The variables that the expressions of a text show, without those of its page. */
export const variablesShown = ({ expressions }: TextParts): ShownVariable[] =>
  [...new Set(expressions.flatMap(variablesOfExpression))].flatMap((variable) => {
    const [root, , ...name] = variable.split('.')
    return root === 'space' || root === 'organization' || root === 'site'
      ? [{ of: root, name: name.join('.') }]
      : []
  })

/** The texts of all reusable contents of a revision, by id. */
async function reusableTexts(objects: Objects, root: Root): Promise<ReadonlyMap<string, string>> {
  const entries = await reusablesIn(objects, root)
  const texts = await objects.read(entries.flatMap(({ body }) => body ?? []))
  return new Map(entries.map(({ id, body }) => [id, texts.get(body ?? '') ?? '']))
}

/** A text with its included texts: their sections are part of it, their links come after its own. */
async function withIncludedTexts(one: Indexed, texts: ReadonlyMap<string, string>): Promise<Indexed> {
  const { whole, ids } = await expandIncludes(one.markdown, texts)
  const urls = [...one.urls]
  for (const id of ids) for (const { url } of (await indexedParts(texts.get(id) ?? '')).links) urls.push(url)
  return { ...one, markdown: whole, parts: await indexedParts(whole), urls, shows: ids }
}

export const searchable = ({ entry, parts }: { entry: PageEntry; parts: TextParts }) => ({
  page: entry.id,
  title: entry.title,
  description: entry.description ?? '',
  sections: parts.sections,
})

/** The ids of new pages. */
export const addedIn = (changes: readonly PageChange[]): ReadonlySet<string> =>
  new Set(changes.flatMap(({ id, before }) => (before === null ? [id] : [])))

/** Whether the projections of a page's text and titles must be rewritten. */
export function changesText({ before, after }: PageChange): boolean {
  if (after === null) return false
  const { body, title, description, variables } = after.entry
  const old = before?.entry
  return (
    old === undefined ||
    old.body !== body ||
    old.title !== title ||
    old.description !== description ||
    !isSameValue(old.variables, variables)
  )
}
