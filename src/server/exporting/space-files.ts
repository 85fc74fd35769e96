import { posix } from 'node:path'
import { Readable } from 'node:stream'
import {
  canonicalPage,
  type FileEntry,
  isSameValue,
  type ReusableEntry,
  type TagEntry,
  type Variables,
} from '../content/entries.ts'
import { bodiesOf, type Content, contentOf } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import { pagesLinkedBy } from '../content/texts.ts'
import type { Service } from '../context.ts'
import { originalPaths, originalsOf, originalsOfKind } from '../importing/original-file-queries.ts'
import type { ListedPage } from '../importing/original-files.ts'
import { editedVariables, readVariables, tagsInFile, writtenTags } from '../importing/values-of-source.ts'
import { isOnlyTitle, type Layout, layoutOf, type OriginalPaths } from './layout.ts'
import { editedSummary, targetsIn } from './original-summary.ts'
import { pageFile, reusableFile } from './page-file.ts'
import { type ListedEntry, summaryOf } from './summary.ts'
import { everyNode, withoutGenerated } from './without-generated.ts'

/** A file of an export with a relative path with `/`. It is opened only when it is written. */
export type ExportedFile = { readonly path: string; readonly open: () => Promise<Readable> }

export type SpaceExport = {
  readonly pages: number
  readonly files: number
  readonly layout: Layout
  /**
   * `SUMMARY.md`, the pages as Markdown, reusable contents in `.gitbook/includes` and files in `.gitbook/assets`.
   * Importing them gives the same pages.
   */
  readonly entries: () => AsyncGenerator<ExportedFile>
}

type Source = Pick<Service, 'db' | 'blobs'>

/** A folder that the files are written into, and that has other files too. */
type ExportFolder = {
  /** The path of the table of contents, if the space was not imported from files. */
  readonly summary: string
  /** Paths that new files can't have. */
  readonly taken: readonly string[]
}

/** How many texts are in memory at a time. */
const BATCH_SIZE = 100

/**
 * The content of a space as files, of the head or a revision. What was imported from files and did not change since is
 * exactly these files. @throws {DomainError} `not_found`
 */
export async function exportOf(
  source: Source,
  at: SpaceRef,
  revision?: string,
  folder?: ExportFolder,
): Promise<SpaceExport> {
  const content = await contentOf(source.db, at, revision)
  const tree = await withoutGenerated(source.db, content)
  const nodes = everyNode(tree)
  const files = await content.files()
  const reusables = await content.reusables()
  const linked = await linkedPages(source, content, nodes)
  const isNeeded = (node: PageNode) => !isOnlyTitle(node) || linked.has(node.entry.id)
  const ids = new Set([...nodes.map(({ entry }) => entry), ...files, ...reusables].map(({ id }) => id))
  const recorded = await originalPaths(source.db, at)
  const originals = [
    ...recorded.filter(({ kind, target }) => kind !== 'generated' && (!IDS.has(kind) || ids.has(target))),
    ...othersIn(folder),
  ]
  const layout = layoutOf(tree, { files, reusables, originals }, isNeeded)
  return {
    pages: nodes.length,
    files: files.length,
    layout,
    entries: () => entriesOf(source, content, { tree, nodes, files, reusables, layout, linked }),
  }
}

/** What is in a folder already, in the form of files that nothing is imported from. */
const othersIn = (folder: ExportFolder | undefined): OriginalPaths =>
  folder === undefined
    ? []
    : [
        { kind: 'summary', target: folder.summary, path: folder.summary },
        ...folder.taken.map((path) => ({ kind: 'settings' as const, target: path, path })),
      ]

/** Kinds of files whose target is an id. */
const IDS: ReadonlySet<string> = new Set(['page', 'file', 'reusable'])

/** The targets of texts and links; read only if it matters for some page whether it has any. */
async function linkedPages(
  source: Source,
  { at, reusables }: Content,
  nodes: readonly PageNode[],
): Promise<ReadonlySet<string>> {
  const linked = new Set(nodes.map(({ entry }) => String(entry.target?.page)))
  const matters = (node: PageNode) => isOnlyTitle(node) || node.entry.hidden === true
  if (!nodes.some((node) => node.entry.type === 'document' && matters(node))) return linked
  for await (const [, text] of textsOf(source, at, nodes))
    for (const id of pagesLinkedBy(text)) linked.add(id)
  const reusableTexts = await bodiesOf(source.db, at.organizationId, await reusables())
  for (const text of reusableTexts.values()) for (const id of pagesLinkedBy(text)) linked.add(id)
  return linked
}

async function* textsOf(
  { db }: Source,
  at: SpaceRef,
  nodes: readonly PageNode[],
): AsyncGenerator<readonly [PageNode, string]> {
  for (let from = 0; from < nodes.length; from += BATCH_SIZE) {
    const some = nodes.slice(from, from + BATCH_SIZE)
    const texts = await bodiesOf(
      db,
      at.organizationId,
      some.map(({ entry }) => entry),
    )
    for (const node of some) yield [node, texts.get(node.entry.id) ?? '']
  }
}

type Parts = {
  readonly tree: readonly PageNode[]
  readonly nodes: readonly PageNode[]
  readonly files: readonly FileEntry[]
  readonly reusables: readonly ReusableEntry[]
  readonly layout: Layout
  /** Pages that texts and links lead to. */
  readonly linked: ReadonlySet<string>
}

async function* entriesOf(source: Source, content: Content, parts: Parts): AsyncGenerator<ExportedFile> {
  const { nodes, files, layout } = parts
  yield* await tableOfContents(source, content.at, parts)
  yield* await settingsFiles(source, content)
  for (const { path, bytes } of await originalsOfKind(source.db, content.at, 'unlisted'))
    if (bytes !== null) yield exportedFile(path, bytes)
  const withFile = nodes.filter(({ entry }) => layout.pages.has(entry.id))
  yield* pageFiles(source, content, withFile, layout)
  yield* reusableFiles(source, content, parts)
  for (const { id, blob } of files) {
    yield { path: layout.files.get(id) ?? '', open: () => source.blobs.stream(blob) }
  }
}

const VALUES = /(?:^|\/)\.gitbook\/(vars|tags)\.ya?ml$/

/** The settings of the source; variables and tags as they are now. */
async function settingsFiles({ db }: Source, content: Content): Promise<ExportedFile[]> {
  const [variables, tags] = [await content.variables(), await content.tags()]
  const files: ExportedFile[] = []
  const written = new Set<string | undefined>()
  for (const { path, bytes } of await originalsOfKind(db, content.at, 'settings')) {
    if (bytes === null) continue
    const kind = VALUES.exec(path)?.[1]
    const isCurrent = kind === undefined || written.has(kind)
    files.push(exportedFile(path, isCurrent ? bytes : currentValues(kind, bytes, { variables, tags })))
    written.add(kind)
  }
  if (!written.has('vars') && Object.keys(variables).length > 0)
    files.push(exportedFile('.gitbook/vars.yaml', editedVariables('', variables)))
  if (!written.has('tags') && tags.length > 0)
    files.push(exportedFile('.gitbook/tags.yaml', writtenTags(tags)))
  return files
}

/** The bytes of a file with variables or tags, unless these have changed since its import. */
function currentValues(
  kind: string,
  bytes: Buffer,
  { variables, tags }: { readonly variables: Variables; readonly tags: readonly TagEntry[] },
): string | Buffer {
  const yaml = bytes.toString('utf8')
  if (kind === 'tags') return isSameValue(tagsInFile(yaml), tags) ? bytes : writtenTags(tags)
  return isSameValue(readVariables(yaml).variables, variables) ? bytes : editedVariables(yaml, variables)
}

/** None if the source had none, and the order of the pages is still the same. */
async function tableOfContents(
  { db }: Source,
  at: SpaceRef,
  { tree, layout, linked }: Parts,
): Promise<ExportedFile[]> {
  const [original] = await originalsOfKind(db, at, 'summary')
  if (original === undefined) return [exportedFile(layout.summary, summaryOf(tree, layout))]
  const recorded = (original.fields as { readonly pages?: readonly ListedPage[] }).pages ?? []
  const unlisted = unlistedIn(original, recorded)
  const isFound = ({ entry, pages }: ListedEntry) =>
    unlisted.has(entry.id) && entry.hidden === true && pages.length === 0 && linked.has(entry.id)
  const now = summaryOf(without(isFound, tree.map(inNavigation)), layout)
  const listed = without(({ id }) => unlisted.has(id), recorded)
  const paths = new Map([...layout.pages, ...pathsIn(listed)])
  for (const id of listedWithoutFile(listed)) paths.delete(id)
  const before = summaryOf(listed.map(entryOf), { ...layout, pages: paths })
  if (original.bytes === null) return before === now ? [] : [exportedFile(layout.summary, now)]
  if (before === now) return [exportedFile(layout.summary, original.bytes)]
  return [exportedFile(layout.summary, editedSummary(original.bytes.toString('utf8'), before, now))]
}

/** Pages that the table of contents of a source didn't list: an import found them because others link to them. */
function unlistedIn(
  { path, bytes }: { readonly path: string; readonly bytes: Buffer | null },
  pages: readonly ListedPage[],
): ReadonlySet<string> {
  if (bytes === null) return new Set()
  const targets = new Set(
    targetsIn(bytes.toString('utf8')).map((target) => posix.join(posix.dirname(path), target)),
  )
  return new Set(
    everyListed(pages).flatMap((page) => (page.path === null || targets.has(page.path) ? [] : [page.id])),
  )
}

const without = <T extends { readonly pages: readonly T[] }>(
  leaveOut: (page: T) => boolean,
  pages: readonly T[],
): T[] =>
  pages.map((page) => ({ ...page, pages: without(leaveOut, page.pages) })).filter((page) => !leaveOut(page))

/** A page as the table of contents of a source names it. */
const inNavigation = ({ entry, pages }: ListedEntry): ListedEntry => ({
  entry: entry.type === 'document' ? { ...entry, title: entry.linkTitle ?? entry.title } : entry,
  pages: pages.map(inNavigation),
})

const everyListed = (pages: readonly ListedPage[]): ListedPage[] =>
  pages.flatMap((page) => [page, ...everyListed(page.pages)])

const pathsIn = (pages: readonly ListedPage[]) =>
  everyListed(pages).flatMap(({ id, path }) => (path === null ? [] : [[id, path] as const]))

const listedWithoutFile = (pages: readonly ListedPage[]) =>
  everyListed(pages).flatMap(({ id, path }) => (path === null ? [id] : []))

const entryOf = ({ id, type, fields, pages }: ListedPage): ListedEntry => ({
  // The database has its own order of keys.
  entry: canonicalPage({ title: '', slug: '', ...fields, id, type, createdAt: '', updatedAt: '' }),
  pages: pages.map(entryOf),
})

async function* pageFiles(
  source: Source,
  { at }: Content,
  nodes: readonly PageNode[],
  layout: Layout,
): AsyncGenerator<ExportedFile> {
  for (let from = 0; from < nodes.length; from += BATCH_SIZE) {
    const entries = nodes.slice(from, from + BATCH_SIZE).map(({ entry }) => entry)
    const texts = await bodiesOf(source.db, at.organizationId, entries)
    const originals = await originalsOf(source.db, at, 'page', statesOf(entries))
    for (const entry of entries) {
      const path = layout.pages.get(entry.id) ?? ''
      const input = { path, text: texts.get(entry.id) ?? '', layout }
      yield exportedFile(path, await pageFile(entry, input, originals.get(entry.id)))
    }
  }
}

async function* reusableFiles(
  source: Source,
  { at }: Content,
  { reusables, layout }: Parts,
): AsyncGenerator<ExportedFile> {
  const texts = await bodiesOf(source.db, at.organizationId, reusables)
  const originals = await originalsOf(source.db, at, 'reusable', statesOf(reusables))
  for (const entry of reusables) {
    const path = layout.reusables.get(entry.id) ?? ''
    const input = { path, text: texts.get(entry.id) ?? '', layout }
    yield exportedFile(path, await reusableFile(entry, input, originals.get(entry.id)))
  }
}

const statesOf = (entries: readonly { readonly id: string; readonly body?: string }[]) =>
  new Map(entries.map(({ id, body }) => [id, body ?? '']))

const exportedFile = (path: string, content: string | Buffer): ExportedFile => ({
  path,
  open: async () => Readable.from([Buffer.from(content)]),
})
