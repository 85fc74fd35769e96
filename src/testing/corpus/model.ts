import { posix } from 'node:path'
import { mapLinks } from './plain-links.ts'

/** A page as plain data. URLs in its text are `page:<key>`, `file:<name>` or unchanged. */
export type ModelPage = {
  /** Its file in the source, or a generated name for a new page; never changes. */
  readonly key: string
  title: string
  slug: string
  text: string
  hidden?: boolean
  children: ModelPage[]
}

/** Texts by path, and all paths. */
export type Source = {
  readonly texts: ReadonlyMap<string, string>
  readonly files: ReadonlySet<string>
}

const entry = /^(\s*)\* (?:\[((?:[^\]\\]|\\.)*)\]\(([^()]+)\)|(.+))$/

/** Reads the corpus: the table of contents line by line, and pages without their first heading. */
export function modelOf(source: Source): ModelPage[] {
  const { texts } = source
  const top: ModelPage[] = []
  const open: { depth: number; children: ModelPage[] }[] = [{ depth: -1, children: top }]
  for (const line of (texts.get('SUMMARY.md') ?? '').split('\n')) {
    const match = entry.exec(line)
    if (match === null) continue
    const [, indent = '', linked, path, bare = ''] = match
    const title = (linked ?? bare).replace(/\\(.)/g, '$1')
    while ((open.at(-1)?.depth ?? -1) >= indent.length) open.pop()
    const page = pageOf(title, path, source)
    open.at(-1)?.children.push(page)
    open.push({ depth: indent.length, children: page.children })
  }
  return top
}

function pageOf(title: string, path: string | undefined, source: Source): ModelPage {
  if (path === undefined) return { key: title, title, slug: slugOf(title), text: '', children: [] }
  const markdown = source.texts.get(path) ?? ''
  const text = mapLinks(markdown.replace(/^# [^\n]*\n+/, ''), (url) => resolveUrl(url, path, source))
  const name = path.replace(/\.md$/, '').replace(/\/README$/, '')
  return {
    key: path,
    title,
    slug: name === 'README' ? slugOf(title) : posix.basename(name),
    text,
    children: [],
  }
}

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^-|-$/g, '')

/** Resolves a URL to a file of the source, if it refers to one. */
function resolveUrl(url: string, from: string, { texts, files }: Source): string {
  const [, address = '', fragment = ''] = /^([^#]*)(#.*)?$/.exec(url) ?? []
  if (address === '' || /^[a-z]+:/i.test(address)) return url
  const decoded = decodeURIComponent(address)
  for (const base of [posix.dirname(from), from.replace(/\.md$/, '')]) {
    const path = posix.join(base, decoded).replace(/\/$/, '')
    if (files.has(path) && !texts.has(path)) return `file:${posix.basename(path)}`
    const page = [path, `${path}.md`, `${path}/README.md`].find((one) => texts.has(one))
    if (page !== undefined) return `page:${page}${fragment}`
  }
  return url
}

export function* allPages(pages: readonly ModelPage[]): Generator<ModelPage> {
  for (const page of pages) {
    yield page
    yield* allPages(page.children)
  }
}

/** Removes a page from the tree and returns it. */
export function removePage(pages: ModelPage[], key: string): ModelPage | undefined {
  const index = pages.findIndex((page) => page.key === key)
  if (index >= 0) return pages.splice(index, 1)[0]
  for (const { children } of pages) {
    const found = removePage(children, key)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * The path of each page in an export, by key: that of its file in the source; new pages follow their slugs. A page
 * without a file gets one only if it has a text, or a page links to it.
 */
export function filePathsOf(pages: readonly ModelPage[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const linked = new Set<string>()
  for (const { text } of allPages(pages)) {
    mapLinks(text, (url) => {
      linked.add(url.replace(/^page:|#.*$/g, ''))
      return url
    })
  }
  const visit = (page: ModelPage, parentPath: string): void => {
    const path = page.key.endsWith('.md')
      ? page.key.replace(/(?:\/?README)?\.md$/, '')
      : `${parentPath}${page.slug}`
    if (page.key.endsWith('.md')) files.set(page.key, page.key)
    else if (page.text !== '' || linked.has(page.key))
      files.set(page.key, `${path}${page.children.length > 0 ? '/README' : ''}.md`)
    for (const child of page.children) visit(child, path === '' ? '' : `${path}/`)
  }
  for (const page of pages) visit(page, '')
  return files
}
