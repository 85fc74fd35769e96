import { Readable } from 'node:stream'
import type { FileEntry, ReusableEntry } from '../content/entries.ts'
import { bodiesOf, type Content, contentOf } from '../content/read.ts'
import type { PageNode } from '../content/snapshot.ts'
import type { SpaceRef } from '../content/space-ref.ts'
import { pagesLinkedBy } from '../content/texts.ts'
import type { Service } from '../context.ts'
import { isOnlyTitle, type Layout, layoutOf } from './layout.ts'
import { pageFile, reusableFile } from './page-file.ts'
import { summaryOf } from './summary.ts'

/** A file of an export with a relative path with `/`. It is opened only when it is written. */
export type ExportedFile = { readonly path: string; readonly open: () => Promise<Readable> }

export type SpaceExport = {
  readonly pages: number
  readonly files: number
  /**
   * `SUMMARY.md`, the pages as Markdown, reusable contents in `.gitbook/includes` and files in `.gitbook/assets`.
   * Importing them gives the same pages.
   */
  readonly entries: () => AsyncGenerator<ExportedFile>
}

type Source = Pick<Service, 'db' | 'blobs'>

/** How many texts are in memory at a time. */
const BATCH_SIZE = 100

/** The current content of a space as files. @throws {DomainError} `not_found` */
export async function exportOf(source: Source, at: SpaceRef): Promise<SpaceExport> {
  const content = await contentOf(source.db, at)
  const nodes = [...content.tree.all()]
  const files = await content.files()
  const reusables = await content.reusables()
  const linked = await linkedPages(source, content, nodes)
  const isNeeded = (node: PageNode) => !isOnlyTitle(node) || linked.has(node.entry.id)
  const layout = layoutOf(content.tree.pages, { files, reusables }, isNeeded)
  return {
    pages: nodes.length,
    files: files.length,
    entries: () => entriesOf(source, content, { nodes, files, reusables, layout }),
  }
}

/** The targets of texts and links; read only if some page might not need a file. */
async function linkedPages(
  source: Source,
  { at, reusables }: Content,
  nodes: readonly PageNode[],
): Promise<ReadonlySet<string>> {
  const linked = new Set(nodes.map(({ entry }) => String(entry.target?.page)))
  if (!nodes.some((node) => node.entry.type === 'document' && isOnlyTitle(node))) return linked
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
  readonly nodes: readonly PageNode[]
  readonly files: readonly FileEntry[]
  readonly reusables: readonly ReusableEntry[]
  readonly layout: Layout
}

async function* entriesOf(source: Source, content: Content, parts: Parts): AsyncGenerator<ExportedFile> {
  const { nodes, files, reusables, layout } = parts
  yield textFile('SUMMARY.md', summaryOf(content.tree.pages, layout))
  const withFile = nodes.filter(({ entry }) => layout.pages.has(entry.id))
  for await (const [{ entry }, text] of textsOf(source, content.at, withFile)) {
    const path = layout.pages.get(entry.id) ?? ''
    yield textFile(path, await pageFile(entry, path, text, layout))
  }
  const texts = await bodiesOf(source.db, content.at.organizationId, reusables)
  for (const entry of reusables) {
    const path = layout.reusables.get(entry.id) ?? ''
    yield textFile(path, await reusableFile(entry, path, texts.get(entry.id) ?? '', layout))
  }
  for (const { id, blob } of files) {
    yield { path: layout.files.get(id) ?? '', open: () => source.blobs.stream(blob) }
  }
}

const textFile = (path: string, text: string): ExportedFile => ({
  path,
  open: async () => Readable.from([Buffer.from(text)]),
})
