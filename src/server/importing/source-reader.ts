import { cutText } from '#markup/cut-text.ts'
import { type Link, rewriteAt } from '#markup/links.ts'
import type { Reference } from '../content/entries.ts'
import { keepParts, lastParsedText, parseAhead } from '../content/parsed-texts.ts'
import { normalizedText, partsWithUrls, type TextParts } from '../content/texts.ts'
import { fontIcon } from '../font-icons.ts'
import { rewriteIncludes } from '../text-tasks/rewrite.ts'
import { runTextTask, TextTooComplex } from '../text-tasks/run.ts'
import { runTextTasks } from '../text-tasks/run-all.ts'
import { isDraft, type MoreFields } from './extra-fields.ts'
import { type PageAnchors, pageAnchors } from './link-anchors.ts'
import { isInternal, targetOf } from './link-targets.ts'
import { isInclude, isPageFile } from './outline.ts'
import type { PageText } from './page-text.ts'
import {
  fileAddress,
  type ImportFindings,
  type PlannedFields,
  type PlannedFile,
  type PlannedReusable,
  pageAddress,
  referenceTo,
  reusableAddress,
} from './plan.ts'
import type { SpecResolver } from './planned-specs.ts'
import type { OutsideFile, SharedSource } from './shared-source.ts'
import { IMPORT_LIMITS, type SourceFiles } from './source-files.ts'
import { withKnownSpecs } from './specs-in-text.ts'
import { textOfFile } from './text-of-file.ts'

export type CollectedPage = Omit<PageText, 'more'> & {
  readonly id: string
  readonly path: string
  readonly more: PlannedFields
}

type Source = {
  readonly files: SourceFiles
  readonly sizes: ReadonlyMap<string, number>
  /** Called with the path of a file, or without one for an entry that has no file. */
  readonly newId: (path?: string) => string
  /** Converts an HTML file to Markdown with front matter. */
  readonly markdownOfHtml: (html: string, path: string) => Promise<string>
  /** Set if other spaces are imported from the same source. */
  readonly shared?: SharedSource | undefined
  readonly specs?: SpecResolver | undefined
}

/** A page file, with its title in the outline. */
type PageSource = { readonly path: string; readonly title: string | null }

/** Reads pages one by one and collects their targets: files, and pages that are not listed. */
export type SourceReader = {
  /** Reads the pages that are needed next together. */
  readonly prepare: (pages: readonly PageSource[]) => Promise<void>
  /** Reads a page of the source; null if it is not text. A title from the outline overrides the page's own. */
  readonly page: (path: string, title: string | null) => Promise<CollectedPage | null>
  /** Reads all reusable contents, whether or not a page includes them. */
  readonly reusables: () => Promise<readonly PlannedReusable[]>
  /** The target of a relative URL as a URL of the plan; null if it does not exist. */
  readonly addressOf: (url: string, from: string) => string | null
  /** The target of the URL of an entry in the table of contents; null for other websites and missing targets. */
  readonly referenceOf: (url: string) => Reference | null
  /** Adds a file, whether or not a page links to it. */
  readonly addFile: (path: string) => void
  /** The next linked page that is neither listed nor read; each is returned once. */
  readonly nextUnlisted: () => string | undefined
  /** The anchors of the pages that were read, by their ids. */
  readonly anchors: () => ReadonlyMap<string, PageAnchors>
  readonly files: () => readonly PlannedFile[]
  readonly findings: () => ImportFindings
}

/** Larger files are not held in memory; for smaller ones that is faster. */
const STREAMED_BYTES = 4 * 1_048_576

export function sourceReader(source: Source, listedPaths: Iterable<string>): SourceReader {
  const paths = new Set(source.sizes.keys())
  const { shared } = source
  const newPageId = (path: string): string => shared?.pageIdOf(path) ?? source.newId(path)
  const pageIds = new Map([...listedPaths].map((path) => [path, newPageId(path)]))
  /** The spaces of pages in other spaces, by page id. */
  const otherSpaces = new Map<string, string>()
  const productTarget = (url: string, from: string) => source.files.product?.targetOf(url, from) ?? null
  const isPage = (path: string) => isPageFile(path) && (source.files.product?.isPage(path) ?? true)
  const isLocal = (url: string, from: string): boolean =>
    isInternal(url) || shared?.isAppLink(url) === true || productTarget(url, from) !== null
  const reusableIds = new Map(
    [...paths]
      .filter(isInclude)
      .sort()
      .map((path) => [path, source.newId(path)]),
  )
  const files = new Map<string, PlannedFile>()
  const anchors = new Map<string, PageAnchors>()
  const unlisted: string[] = []
  const linksBroken: { page: string; url: string }[] = []
  const skipped: { path: string; reason: string }[] = []
  const warnings: { path: string; text: string }[] = []
  let linksResolved = 0

  function pageId(path: string): string {
    const known = pageIds.get(path)
    if (known !== undefined) return known
    const id = newPageId(path)
    pageIds.set(path, id)
    unlisted.push(path)
    return id
  }

  function addFile(path: string): string | null {
    const known = files.get(path)
    if (known !== undefined) return known.id
    const { read, stream } = source.files
    const size = source.sizes.get(path) ?? 0
    return storeFile(path, {
      size,
      read: () => read(path),
      stream: size > STREAMED_BYTES ? stream && (() => stream(path)) : undefined,
    })
  }

  function storeFile(
    path: string,
    { size, read, stream }: Pick<OutsideFile, 'size' | 'read'> & Pick<PlannedFile, 'stream'>,
  ): string | null {
    if (size > IMPORT_LIMITS.fileBytes) {
      skipped.push({ path, reason: `It is larger than ${IMPORT_LIMITS.fileBytes / 1_048_576} MB` })
      return null
    }
    const name = source.files.product?.nameOf?.(path) ?? path.split('/').at(-1) ?? path
    const file = { id: source.newId(path), name, source: path, read, stream }
    files.set(path, file)
    return file.id
  }

  /** The URL of a page in another space, or of a file outside of this one. */
  function outsideAddress(url: string, from: string): string | null {
    const target = shared?.outside(url, from) ?? null
    if (target === null) return null
    if (target.kind === 'page') {
      otherSpaces.set(target.id, target.spaceId)
      return pageAddress(target.id, target.suffix)
    }
    // With a slash, its path is not that of a file in the space.
    const path = `/${target.path}`
    const id = files.get(path)?.id ?? storeFile(path, target)
    return id === null ? null : fileAddress(id) + target.suffix
  }

  function addressOf(url: string, from: string): string | null {
    const target = productTarget(url, from) ?? (isInternal(url) ? targetOf(url, from, paths) : null)
    if (target === null) return outsideAddress(url, from)
    if (isPage(target.path) || pageIds.has(target.path))
      return pageAddress(pageId(target.path), target.fragment)
    const id = addFile(target.path)
    return id === null ? null : fileAddress(id) + target.fragment
  }

  /** The text with URLs of the plan. Its parts are kept for the commit, so that each text is parsed only once. */
  async function linked(text: string, from: string, title?: string): Promise<string> {
    const parts = await partsOf(text)
    if (title !== undefined && parts !== null) anchors.set(pageId(from), pageAnchors(title, text, parts))
    const urls = new Map<Link, string>()
    const recorded = (url: string, address: string | null) => {
      if (address === null) linksBroken.push({ page: from, url })
      else linksResolved += 1
      return address
    }
    const resolved = rewriteAt(text, parts?.links ?? [], (link) => {
      const url = isLocal(link.url, from) ? recorded(link.url, addressOf(link.url, from)) : null
      if (url !== null) urls.set(link, url)
      return url
    })
    const included = await rewriteIncludes(resolved, (url) =>
      isInternal(url) ? recorded(url, shownAddress(url, from)) : null,
    )
    const { text: whole, unknown } = await withKnownSpecs(included, parts?.operations ?? [], {
      specs: source.specs,
      fileOf: (url) => targetOf(url, from, paths)?.path,
    })
    for (const { name, reason } of unknown) reportSpec(from, name, reason)
    const kept = parts !== null && whole === resolved ? partsWithUrls(parts, urls) : null
    if (kept !== null) keepParts(whole, kept)
    return whole
  }

  const unknownSpecs = new Set<string>()

  /** A specification that many pages show is only skipped once. */
  function reportSpec(page: string, name: string, reason: string): void {
    const path = `OpenAPI specification ${cutText(name, 200)}`
    warnings.push({ path: page, text: `${path} isn’t available: ${reason}` })
    if (!unknownSpecs.has(name)) skipped.push({ path, reason })
    unknownSpecs.add(name)
  }

  function shownAddress(url: string, from: string): string | null {
    const id = reusableIds.get(targetOf(url, from, paths)?.path ?? '')
    return id === undefined ? null : reusableAddress(id)
  }

  /** The text of a file; null, and reported, if it is not text or too large. */
  async function read(path: string): Promise<string | null> {
    if ((source.sizes.get(path) ?? 0) > IMPORT_LIMITS.pageBytes) {
      skipped.push({ path, reason: `Its text is larger than ${IMPORT_LIMITS.pageBytes / 1_048_576} MB` })
      return null
    }
    const written = textOfFile(await source.files.read(path))
    if (!written.includes('\0')) return normalizedText(written)
    skipped.push({ path, reason: 'It isn’t a text file' })
    return null
  }

  /** Resolves the images of a cover; without any image there is no cover. */
  function withCover({ cover, ...more }: MoreFields, from: string): PlannedFields {
    const referenceOf = (url: string | undefined) => {
      if (url === undefined) return undefined
      const address = isInternal(url) ? addressOf(url, from) : url
      return address === null ? undefined : referenceTo(address)
    }
    const [ref, refDark] = [referenceOf(cover?.ref), referenceOf(cover?.refDark)]
    if (cover === undefined || (ref === undefined && refDark === undefined)) return more
    const images = { ...(ref === undefined ? {} : { ref }), ...(refDark === undefined ? {} : { refDark }) }
    const height = cover.height === undefined ? {} : { height: cover.height }
    return { ...more, cover: { ...images, yPos: cover.yPos, ...height } }
  }

  const prepared = new Map<string, PageText | null>()

  /** Parses page files; those that are not text are null. */
  async function prepare(pages: readonly PageSource[]): Promise<void> {
    const jobs: { input: PageSource & { file: string }; text: string }[] = []
    for (const { path, title } of pages) {
      const written = await read(path)
      if (written === null) prepared.set(path, null)
      if (written === null) continue
      const file = /\.html?$/i.test(path) ? await source.markdownOfHtml(written, path) : written
      jobs.push({ input: { path, file, title }, text: file })
    }
    const parsed = (await runTextTasks('sourcePage', jobs)).map(valueOf)
    await parseAhead(parsed.map(({ text }) => text))
    for (const [index, page] of parsed.entries()) prepared.set(jobs[index]?.input.path ?? '', page)
  }

  return {
    prepare,
    async page(path, title) {
      if (!prepared.has(path)) await prepare([{ path, title }])
      const page = prepared.get(path) ?? null
      prepared.delete(path)
      if (page === null) return null
      const icon = unknownIconReport(page.icon)
      if (icon !== null) warnings.push({ path, text: icon })
      if (page.hidden && isDraft(page.more.frontMatter ?? {})) warnings.push({ path, text: DRAFT })
      if (page.unusedFields.length > 0) warnings.push({ path, text: unusedReport(page.unusedFields) })
      return {
        ...page,
        id: pageId(path),
        path,
        text: await linked(page.text, path, page.title),
        more: withCover(page.more, path),
      }
    },
    async reusables() {
      const all: PlannedReusable[] = []
      for (const [path, id] of reusableIds) {
        const written = await read(path)
        if (written === null) continue
        const { title, text } = await runTextTask('sourceReusable', { path, file: written }, written)
        all.push({ id, title, text: await linked(text, path), source: path })
      }
      return all
    },
    addressOf,
    referenceOf(url) {
      const address = isLocal(url, 'SUMMARY.md') ? addressOf(url, 'SUMMARY.md') : null
      if (address === null) return null
      const reference = referenceTo(address)
      const space = otherSpaces.get(String(reference.page))
      return space === undefined ? reference : { ...reference, space }
    },
    addFile: (path) => void addFile(path),
    nextUnlisted: () => unlisted.shift(),
    anchors: () => anchors,
    files: () => [...files.values()],
    findings: () => ({ linksResolved, linksBroken, skipped, warnings, configFiles: [] }),
  }
}

const DRAFT = 'The page is hidden because its front matter says that it is a draft or unlisted'

/** How many fields of a page are named in the report. */
const MAX_NAMED_FIELDS = 20

/** What to say of an icon that the set of icons lacks, and so isn’t shown; null for all others. */
const unknownIconReport = (icon: string | undefined): string | null =>
  icon === undefined || fontIcon(icon) !== null ? null : `The icon “${icon}” is unknown and isn’t shown`

function unusedReport(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED_FIELDS).map((name) => cutText(name, 60))
  const more = names.length > named.length ? ` and ${names.length - named.length} more` : ''
  return `These front matter fields have no effect and are kept for exports: ${named.join(', ')}${more}`
}

function valueOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

/** Null for a text that takes too long to parse, which keeps its links. */
async function partsOf(text: string): Promise<TextParts | null> {
  try {
    return await lastParsedText(text)
  } catch (error) {
    if (error instanceof TextTooComplex) return null
    throw error
  }
}
