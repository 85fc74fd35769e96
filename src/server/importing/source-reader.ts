import { rewriteIncludes, rewriteLinks } from '../text-tasks/rewrite.ts'
import { runTextTask } from '../text-tasks/run.ts'
import type { MoreFields } from './extra-fields.ts'
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
import { IMPORT_LIMITS, type SourceFiles } from './source-files.ts'

export type CollectedPage = Omit<PageText, 'more'> & {
  readonly id: string
  readonly path: string
  readonly more: PlannedFields
}

type Source = {
  readonly files: SourceFiles
  readonly sizes: ReadonlyMap<string, number>
  readonly newId: () => string
  /** Converts an HTML file to Markdown with front matter. */
  readonly markdownOfHtml: (html: string, path: string) => Promise<string>
}

/** Reads pages one by one and collects their targets: files, and pages that are not listed. */
export type SourceReader = {
  /** Reads a page of the source; null if it is not text. A title from the outline overrides the page's own. */
  readonly page: (path: string, title: string | null) => Promise<CollectedPage | null>
  /** Reads all reusable contents, whether or not a page includes them. */
  readonly reusables: () => Promise<readonly PlannedReusable[]>
  /** The target of a relative URL as a URL of the plan; null if it does not exist. */
  readonly addressOf: (url: string, from: string) => string | null
  /** Adds a file, whether or not a page links to it. */
  readonly addFile: (path: string) => void
  /** The next linked page that is neither listed nor read; each is returned once. */
  readonly nextUnlisted: () => string | undefined
  readonly files: () => readonly PlannedFile[]
  readonly findings: () => ImportFindings
}

export function sourceReader(source: Source, listedPaths: Iterable<string>): SourceReader {
  const paths = new Set(source.sizes.keys())
  const pageIds = new Map([...listedPaths].map((path) => [path, source.newId()]))
  const reusableIds = new Map(
    [...paths]
      .filter(isInclude)
      .sort()
      .map((path) => [path, source.newId()]),
  )
  const files = new Map<string, PlannedFile>()
  const unlisted: string[] = []
  const linksBroken: { page: string; url: string }[] = []
  const skipped: { path: string; reason: string }[] = []
  let linksResolved = 0

  function pageId(path: string): string {
    const known = pageIds.get(path)
    if (known !== undefined) return known
    const id = source.newId()
    pageIds.set(path, id)
    unlisted.push(path)
    return id
  }

  function addFile(path: string): string | null {
    const known = files.get(path)
    if (known !== undefined) return known.id
    if ((source.sizes.get(path) ?? 0) > IMPORT_LIMITS.fileBytes) {
      skipped.push({ path, reason: `It is larger than ${IMPORT_LIMITS.fileBytes / 1_048_576} MB` })
      return null
    }
    const name = path.split('/').at(-1) ?? path
    const file = { id: source.newId(), name, source: path, read: () => source.files.read(path) }
    files.set(path, file)
    return file.id
  }

  function addressOf(url: string, from: string): string | null {
    const target = targetOf(url, from, paths)
    if (target === null) return null
    if (isPageFile(target.path)) return pageAddress(pageId(target.path), target.fragment)
    const id = addFile(target.path)
    return id === null ? null : fileAddress(id) + target.fragment
  }

  async function linked(text: string, from: string): Promise<string> {
    const recorded = (url: string, address: string | null) => {
      if (address === null) linksBroken.push({ page: from, url })
      else linksResolved += 1
      return address
    }
    const resolved = await rewriteLinks(text, ({ url }) =>
      isInternal(url) ? recorded(url, addressOf(url, from)) : null,
    )
    return rewriteIncludes(resolved, (url) =>
      isInternal(url) ? recorded(url, shownAddress(url, from)) : null,
    )
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
    const written = (await source.files.read(path)).toString('utf8')
    if (!written.includes('\0')) return written
    skipped.push({ path, reason: 'It is not a text' })
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
    return { ...more, cover: { ...images, yPos: cover.yPos } }
  }

  return {
    async page(path, title) {
      const written = await read(path)
      if (written === null) return null
      const markdown = /\.html?$/i.test(path) ? await source.markdownOfHtml(written, path) : written
      const page = await runTextTask('sourcePage', { path, file: markdown, title }, markdown)
      return {
        ...page,
        id: pageId(path),
        path,
        text: await linked(page.text, path),
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
    addFile: (path) => void addFile(path),
    nextUnlisted: () => unlisted.shift(),
    files: () => [...files.values()],
    findings: () => ({ linksResolved, linksBroken, skipped, warnings: [], configFiles: [] }),
  }
}
