import { rewriteLinks } from '#markup/links.ts'
import { isInternal, targetOf } from './link-targets.ts'
import { isPageFile } from './outline.ts'
import { type PageText, pageTextOf } from './page-text.ts'
import { type Found, fileAddress, type PlannedFile, pageAddress } from './plan.ts'
import { limits, type SourceFiles } from './source-files.ts'

export type GatheredPage = PageText & { readonly id: string; readonly path: string }

type Source = {
  readonly files: SourceFiles
  readonly sizes: ReadonlyMap<string, number>
  readonly newId: () => string
  /** Turns an HTML file into Markdown with front matter. */
  readonly markdownOfHtml: (html: string, path: string) => string
}

/** Reads pages one by one and gathers what they lead to: files they use, and pages nobody has listed. */
export type Gathering = {
  /** Reads a page of the source; null when it cannot be read as text. Titles given win over the page's own. */
  readonly page: (path: string, title: string | null) => Promise<GatheredPage | null>
  /** Takes a file in, whether or not a page leads to it. */
  readonly takeFile: (path: string) => void
  /** Pages led to but neither listed nor read so far; each is given out once. */
  readonly nextUnlisted: () => string | undefined
  readonly files: () => readonly PlannedFile[]
  readonly found: () => Found
}

export function gathering(source: Source, listed: Iterable<string>): Gathering {
  const paths = new Set(source.sizes.keys())
  const pageIds = new Map([...listed].map((path) => [path, source.newId()]))
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

  function takeFile(path: string): string | null {
    const known = files.get(path)
    if (known !== undefined) return known.id
    if ((source.sizes.get(path) ?? 0) > limits.fileBytes) {
      skipped.push({ path, reason: `It is larger than ${limits.fileBytes / 1_048_576} MB` })
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
    const id = takeFile(target.path)
    return id === null ? null : fileAddress(id)
  }

  function linked(text: string, from: string): string {
    return rewriteLinks(text, ({ url }) => {
      if (!isInternal(url)) return null
      const address = addressOf(url, from)
      if (address === null) linksBroken.push({ page: from, url })
      else linksResolved += 1
      return address
    })
  }

  return {
    async page(path, title) {
      if ((source.sizes.get(path) ?? 0) > limits.pageBytes) {
        skipped.push({ path, reason: `Its text is larger than ${limits.pageBytes / 1_048_576} MB` })
        return null
      }
      const written = (await source.files.read(path)).toString('utf8')
      if (written.includes('\0')) {
        skipped.push({ path, reason: 'It is not a text' })
        return null
      }
      const markdown = /\.html?$/i.test(path) ? source.markdownOfHtml(written, path) : written
      const page = pageTextOf(path, markdown, title)
      return { ...page, id: pageId(path), path, text: linked(page.text, path) }
    },
    takeFile: (path) => void takeFile(path),
    nextUnlisted: () => unlisted.shift(),
    files: () => [...files.values()],
    found: () => ({ linksResolved, linksBroken, skipped }),
  }
}
