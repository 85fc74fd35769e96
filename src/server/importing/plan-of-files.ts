import { posix } from 'node:path'
import type { Reference } from '../content/entries.ts'
import { expressionWarnings } from './expression-warnings.ts'
import { formerPathsOf } from './former-paths.ts'
import { withKnownAnchors } from './link-anchors.ts'
import { isInternal, targetOf } from './link-targets.ts'
import { everyPage, isAsset, isPageFile, type OutlineEntry } from './outline.ts'
import type { ImportPlan, OnProgress, PlannedRedirect } from './plan.ts'
import { treeOf } from './plan-tree.ts'
import { specResolver } from './planned-specs.ts'
import { referencesIn } from './references-in-outline.ts'
import type { SharedSource } from './shared-source.ts'
import type { SourceFiles } from './source-files.ts'
import { outlineOf } from './source-outline.ts'
import { type CollectedPage, type SourceReader, sourceReader } from './source-reader.ts'
import type { SourceSettings } from './source-settings.ts'
import type { SpecServices } from './spec-outline.ts'
import { valuesOfSource } from './values-of-source.ts'

type Options = {
  readonly newId: (path?: string) => string
  readonly onProgress: OnProgress
  readonly markdownOfHtml: (html: string, path: string) => Promise<string>
  /** Set if other spaces are imported from the same source. */
  readonly shared?: SharedSource | undefined
  /** Absent if API references cannot be created, which are reported then. */
  readonly specs?: SpecServices | undefined
}

/**
 * Plans the import of a tree of files, in the order of its SUMMARY.md, else by its folders. Files are imported if a
 * page uses them or if they are in `.gitbook/assets`; unlisted pages are imported, hidden and last, if a page links to
 * them, and reported otherwise. Nothing is written.
 */
export async function planOfFiles(files: SourceFiles, options: Options): Promise<ImportPlan> {
  const sizes = new Map((await files.list()).map(({ path, size }) => [path, size]))
  const outline = await outlineOf(files, new Set(sizes.keys()))
  const { entries, others, skipped, configFiles, settings, format } = outline
  const values = await valuesOfSource(files, sizes, settings.root)
  const titles = titlesOf(entries)
  const specs = options.specs && specResolver(options.specs, { files, sizes })
  const references = await referencesIn(entries, specs, options.newId)
  const { product } = files
  const markdownOfHtml = product?.markdownOfHtml ?? options.markdownOfHtml
  const reader = sourceReader({ ...options, markdownOfHtml, files, sizes, specs }, titles.keys())
  const read = await readListed(reader, titles, options.onProgress)
  const links = new Map(linksIn(entries, reader.referenceOf))
  const reusables = await reader.reusables()
  const readLater = await readUnlisted(reader)
  const pages = new Map<string, CollectedPage>()
  for (const [path, page] of read) pages.set(path, await withKnownAnchors(page, reader.anchors()))
  const hidden: CollectedPage[] = []
  for (const page of readLater) hidden.push(await withKnownAnchors(page, reader.anchors()))
  for (const path of sizes.keys()) if (isAsset(path)) reader.addFile(path)
  const known = new Set(hidden.map(({ path }) => path))
  const unlisted = others.filter((path) => !known.has(path))
  const kept = new Set(product === undefined ? keptFiles(unlisted, sizes) : [])
  const findings = reader.findings()
  const sourceFindings = files.findings?.() ?? { skipped: [], warnings: [] }
  const reported = [
    ...sourceFindings.skipped,
    ...skipped,
    ...references.skipped,
    ...findings.skipped,
    ...unlisted.map((path) => ({ path, reason: kept.has(path) ? UNLISTED_KEPT : UNLISTED })),
  ]
  const usedFiles = reader.files()
  const accounted = new Set([
    ...configFiles,
    ...values.files,
    ...[...pages.keys(), ...known],
    ...usedFiles.map(({ source }) => source),
    ...reusables.map(({ source }) => source),
    ...reported.map(({ path }) => path),
  ])
  const redirects = redirectsIn(settings, sizes, [...pages.values(), ...hidden])
  const unused = [...sizes.keys()].filter((path) => !accounted.has(path))
  const { missing } = references
  const { newId } = options
  const planned = treeOf({ entries, pages, hidden, links, references: references.pages, missing, newId })
  const tree = planned.pages
  return {
    ...planned,
    format,
    formerPaths: product === undefined ? formerPathsOf(tree, settings.root) : [],
    files: usedFiles,
    unlisted: [...kept],
    reusables,
    redirects,
    specs: specs?.added() ?? [],
    values,
    findings: {
      ...findings,
      skipped: [...reported, ...unused.map((path) => ({ path, reason: unusedReason(path) }))],
      warnings: [
        ...sourceFindings.warnings,
        ...findings.warnings,
        ...values.warnings,
        ...(await expressionWarnings(tree, reusables, values.variables)),
        ...unresolvedRedirects(settings, redirects),
      ],
      configFiles: [...configFiles, ...values.files],
    },
  }
}

function titlesOf(entries: readonly OutlineEntry[]): Map<string, string | null> {
  return new Map(Array.from(everyPage(entries), ({ path, title }) => [path, title]))
}

async function readListed(
  reader: SourceReader,
  titles: ReadonlyMap<string, string | null>,
  onProgress: OnProgress,
): Promise<ReadonlyMap<string, CollectedPage>> {
  const pages = new Map<string, CollectedPage>()
  const sources = Array.from(titles, ([path, title]) => ({ path, title }))
  const chunkAt = (from: number) => sources.slice(from, from + PAGES_AT_ONCE)
  let prepared = prepare(reader, chunkAt(0))
  for (let from = 0; from < sources.length; from += PAGES_AT_ONCE) {
    await onProgress({ phase: 'reading', done: pages.size, total: titles.size })
    await prepared
    // A worker parses the next pages meanwhile.
    prepared = prepare(reader, chunkAt(from + PAGES_AT_ONCE))
    for (const { path, title } of chunkAt(from)) {
      const page = await reader.page(path, title)
      if (page !== null) pages.set(path, page)
    }
  }
  return pages
}

/** A failure is thrown where the result is awaited, which may be later. */
function prepare(reader: SourceReader, pages: Parameters<SourceReader['prepare']>[0]): Promise<void> {
  const prepared = reader.prepare(pages)
  prepared.catch(() => undefined)
  return prepared
}

/** Pages that are read together; cancelling is noticed between them. */
const PAGES_AT_ONCE = 50

/** Reads unlisted pages that other pages link to, including those that they link to. */
async function readUnlisted(reader: SourceReader): Promise<CollectedPage[]> {
  const pages: CollectedPage[] = []
  for (let path = reader.nextUnlisted(); path !== undefined; path = reader.nextUnlisted()) {
    const page = await reader.page(path, null)
    if (page !== null) pages.push(page)
  }
  return pages
}

/** Redirects with the imported pages of their targets. */
function redirectsIn(
  { root, redirects }: SourceSettings,
  sizes: ReadonlyMap<string, number>,
  pages: readonly CollectedPage[],
): PlannedRedirect[] {
  const paths = new Set(sizes.keys())
  const ids = new Map(pages.map(({ path, id }) => [path, id]))
  return redirects.map(({ from: written, to }) => {
    const from = written.replace(/[?#].*$/, '').replace(/^[./]+|\/+$/g, '')
    if (/^https?:\/\//i.test(to)) return { from, to: { url: to } }
    const target = isInternal(to)
      ? targetOf(to.replace(/^\/+/, ''), posix.join(root, 'SUMMARY.md'), paths)
      : null
    const page = ids.get(target?.path ?? '')
    return { from, to: page === undefined ? null : { page } }
  })
}

/** How many redirects with a missing target are listed individually. */
const MAX_LOST = 50

const unresolvedRedirects = (
  { files, redirects: written }: SourceSettings,
  redirects: readonly PlannedRedirect[],
) =>
  written
    .filter((_, index) => redirects[index]?.to === null)
    .slice(0, MAX_LOST)
    .map(({ from, to }) => ({
      path: files[0] ?? '',
      text: `The redirect from ${from} goes to ${to}, which isn’t an imported page`,
    }))

/** The targets of link entries that lead to pages and files, by the written target. */
function* linksIn(
  entries: readonly OutlineEntry[],
  referenceOf: SourceReader['referenceOf'],
): Generator<readonly [string, Reference]> {
  for (const { kind, target, children } of entries) {
    const reference = kind === 'link' && target !== null ? referenceOf(target) : null
    if (target !== null && reference !== null) yield [target, reference]
    yield* linksIn(children, referenceOf)
  }
}

/** Why a file was not imported. */
function unusedReason(path: string): string {
  if (isPageFile(path)) return 'It is outside the folder in the settings'
  if (/\.doc$/i.test(path)) return 'It is an old Word file. Save it as .docx'
  return NO_PAGE_USES_IT
}

export const NO_PAGE_USES_IT = 'No page uses it'
const UNLISTED = 'The table of contents doesn’t list it'
const UNLISTED_KEPT = `${UNLISTED}. Exports contain it`

/** Unlisted pages that exports contain; a source that isn't a documentation can have any number of others. */
function keptFiles(unlisted: readonly string[], sizes: ReadonlyMap<string, number>): string[] {
  let bytes = 0
  return unlisted.slice(0, MAX_KEPT_FILES).filter((path) => {
    bytes += sizes.get(path) ?? 0
    return bytes <= MAX_KEPT_BYTES
  })
}

const MAX_KEPT_FILES = 1000
const MAX_KEPT_BYTES = 20 * 1_048_576
