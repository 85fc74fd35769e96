import { type PageEntry, settable } from '../content/entries.ts'
import { bodiesOf, type Content, contentOf } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import type { Tx } from '../db/client.ts'
import type { OriginalKind } from '../db/tables/imports.ts'
import { takingTurns } from '../turns.ts'
import { deleteOriginals, insertOriginals, type OriginalRow, originalPaths } from './original-file-queries.ts'
import { alignmentOf } from './original-lines.ts'
import type { ImportPlan, PlannedPage } from './plan.ts'
import { filesOfSecondImport } from './second-import-paths.ts'
import type { SourceFiles } from './source-files.ts'
import { settingsOf } from './source-settings.ts'

/** A file of a source, and what it becomes. */
export type OriginalFile = {
  readonly kind: OriginalKind
  /** Id of the page, file or reusable content; the path of the table of contents and of settings. */
  readonly target: string
  readonly path: string
  /** Null for files, whose bytes are in the blob store, and for a table of contents that the source doesn't have. */
  readonly bytes: Buffer | null
}

/** Larger settings are not content; in bytes. */
const MAX_SETTINGS_BYTES = 1_048_576
const MAX_SETTINGS_FILES = 100

/** The files of a source that an export writes again as they are. Pages that were converted are not among them. */
export async function originalFilesOf(plan: ImportPlan, files: SourceFiles): Promise<OriginalFile[]> {
  const sizes = new Map((await files.list()).map(({ path, size }) => [path, size]))
  const originals: OriginalFile[] = []
  const add = async (kind: OriginalKind, target: string, path: string) => {
    if (sizes.has(path)) originals.push({ kind, target, path, bytes: await files.read(path) })
  }
  for (const { id, source } of everyPage(plan.pages))
    if (source !== null && MARKDOWN.test(source)) await add('page', id, source)
  for (const { id, isGenerated } of everyPage(plan.pages))
    if (isGenerated) originals.push({ kind: 'generated', target: id, path: '', bytes: null })
  for (const { id, source } of plan.reusables) await add('reusable', id, source)
  for (const { id, source } of plan.files)
    if (sizes.has(source)) originals.push({ kind: 'file', target: id, path: source, bytes: null })
  for (const path of plan.unlisted ?? []) await add('unlisted', path, path)
  const { summary } = await settingsOf(files, new Set(sizes.keys()))
  const settings = new Set([...plan.findings.configFiles, ...[...sizes.keys()].filter(isSetting)])
  settings.delete(summary)
  for (const path of [...settings].slice(0, MAX_SETTINGS_FILES))
    if ((sizes.get(path) ?? 0) <= MAX_SETTINGS_BYTES) await add('settings', path, path)
  if (sizes.has(summary)) await add('summary', summary, summary)
  else originals.push({ kind: 'summary', target: summary, path: summary, bytes: null })
  return originals
}

const MARKDOWN = /\.(?:md|markdown|mdx)$/i

/** Whether a file has settings for the tool that the source was written for. */
export const isSetting = (path: string): boolean => /(?:^|\/)\.gitbook\/(?!assets\/|includes\/)/.test(path)

const everyPage = (pages: readonly PlannedPage[]): PlannedPage[] =>
  pages.flatMap((page) => [page, ...everyPage(page.children)])

/**
 * Records the files of an import in the transaction that added its pages. Those of a second one of a space, or of one
 * below a page, are in a folder of their own if they would have the same paths. Returns whether the table of
 * contents is recorded, which those have not.
 */
export async function recordImportedFiles(
  tx: Tx,
  at: SpaceRef & { readonly now: Date },
  { revision, files, roots, parent }: Recording & { readonly parent?: string | undefined },
): Promise<boolean> {
  if (files.length === 0) return false
  const content = await contentOf(tx, at, revision)
  const recorded = await originalPaths(tx, at)
  const isFirst = !recorded.some(
    ({ kind, target }) => kind === 'page' && content.tree.page(target) !== undefined,
  )
  if (!isFirst || parent !== undefined) {
    const own = filesOfSecondImport(files, { content, recorded, parent })
    await record(tx, at, content, { files: own, known: recorded })
    return false
  }
  if (recorded.length > 0) await deleteOriginals(tx, at)
  await record(tx, at, content, { files, roots, known: [] })
  return true
}

type OriginalPaths = Awaited<ReturnType<typeof originalPaths>>

type Recording = {
  /** The revision with the stored content of the files. */
  readonly revision: string
  readonly files: readonly OriginalFile[]
  /** The root pages that the table of contents lists; absent for all. */
  readonly roots?: ReadonlySet<string> | undefined
}

/**
 * Records what a revision was imported from, in the same transaction. Files that are not among `files` remain as they
 * were recorded before.
 */
export async function recordOriginalFiles(
  tx: Tx,
  at: SpaceRef & { readonly now: Date },
  { revision, ...recording }: Recording,
): Promise<void> {
  const known = await originalPaths(tx, at)
  await record(tx, at, await contentOf(tx, at, revision), { ...recording, known })
}

async function record(
  tx: Tx,
  at: SpaceRef & { readonly now: Date },
  content: Content,
  { files, roots, known }: Omit<Recording, 'revision'> & { readonly known: OriginalPaths },
): Promise<void> {
  const reusables = new Map((await content.reusables()).map((entry) => [entry.id, entry]))
  const blobs = new Map((await content.files()).map(({ id, blob }) => [id, blob]))
  const generated = new Set(files.flatMap(({ kind, target }) => (kind === 'generated' ? [target] : [])))
  const entryOf = ({ kind, target }: OriginalFile) =>
    kind === 'reusable' ? reusables.get(target) : content.tree.page(target)?.entry
  const paths = new Map(
    [...known, ...files].flatMap(({ kind, target, path }) =>
      kind === 'page' ? [[target, path] as const] : [],
    ),
  )
  const rows: OriginalRow[] = []
  const pause = takingTurns()
  for (let from = 0; from < files.length; from += BATCH_SIZE) {
    const some = files.slice(from, from + BATCH_SIZE)
    const entries = some.flatMap((file) => entryOf(file) ?? [])
    const texts = await bodiesOf(tx, content.at.organizationId, entries)
    for (const file of some) {
      await pause()
      if (file.kind === 'page' || file.kind === 'reusable') {
        const entry = entryOf(file)
        if (entry === undefined || file.bytes === null) continue
        const alignment = alignmentOf(file.bytes, texts.get(entry.id) ?? '')
        rows.push({ ...file, state: entry.body ?? '', fields: fieldsOf(entry), alignment })
      } else if (file.kind === 'generated') {
        const entry = entryOf(file)
        if (entry === undefined) continue
        rows.push({ ...file, state: entry.body ?? '', fields: fieldsOf(entry), alignment: null })
      } else if (file.kind === 'file') {
        const state = blobs.get(file.target)
        if (state !== undefined) rows.push({ ...file, state, fields: {}, alignment: null })
      } else {
        const pages = content.tree.pages.filter(({ entry }) => roots?.has(entry.id) ?? true)
        const listed = { paths, generated }
        const fields = file.kind === 'summary' ? { pages: listedPages(pages, listed) } : {}
        rows.push({ ...file, state: '', fields, alignment: null })
      }
    }
  }
  await insertOriginals(tx, at, rows, at.now)
}

const BATCH_SIZE = 200

/** An entry of a recorded table of contents: what an export writes into its line. */
export type ListedPage = {
  readonly id: string
  readonly type: PageEntry['type']
  readonly fields: Partial<PageEntry>
  /** Its file; null for a page that is only a line. */
  readonly path: string | null
  readonly pages: readonly ListedPage[]
}

type Listed = { readonly paths: ReadonlyMap<string, string>; readonly generated: ReadonlySet<string> }

/** Without pages that were created for an entry, whose lines are the entry. */
const listedPages = (pages: readonly PageNode[], listed: Listed): ListedPage[] =>
  pages.filter(({ entry }) => !listed.generated.has(entry.id)).map((page) => listedPage(page, listed))

const listedPage = ({ entry, pages }: PageNode, listed: Listed): ListedPage => ({
  id: entry.id,
  type: entry.type,
  fields: entry.type === 'document' ? { title: entry.linkTitle ?? entry.title } : fieldsOf(entry),
  path: listed.paths.get(entry.id) ?? null,
  pages: listedPages(pages, listed),
})

/** The fields of a page or a reusable content that an export writes. */
export const fieldsOf = (entry: { readonly title: string } & Partial<PageEntry>): Partial<PageEntry> =>
  Object.fromEntries(settable.flatMap((field) => (entry[field] === undefined ? [] : [[field, entry[field]]])))
