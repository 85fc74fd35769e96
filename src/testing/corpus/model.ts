import { posix } from 'node:path'
import { withLinks } from './plain-links.ts'

/** A page as plainly as can be. Addresses in its text are `page:<key>`, `file:<name>`, or as they were written. */
export type ModelPage = {
  /** Its file in the source, or a name made up for a new page; never changes. */
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

/** Reads the corpus the plain way: a table of contents line by line, pages with their first heading taken off. */
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
  if (path === undefined) return { key: title, title, slug: dashed(title), text: '', children: [] }
  const written = source.texts.get(path) ?? ''
  const [, heading = '', rest = ''] = /^# ([^\n]*)\n\n?([\s\S]*)$/.exec(written) ?? []
  const isTitle = heading.replace(/[\\`]/g, '').toLowerCase() === title.replace(/[\\`]/g, '').toLowerCase()
  const text = withLinks(isTitle ? rest.replace(/^\n+/, '') : written, (url) => meaning(url, path, source))
  const name = path.replace(/\.md$/, '').replace(/\/README$/, '')
  return {
    key: path,
    title,
    slug: name === 'README' ? dashed(title) : posix.basename(name),
    text,
    children: [],
  }
}

const dashed = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9._]+/g, '-')
    .replace(/^-|-$/g, '')

/** What an address of the source means, where a file of it is meant. */
function meaning(url: string, from: string, { texts, files }: Source): string {
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

export function* everyPage(pages: readonly ModelPage[]): Generator<ModelPage> {
  for (const page of pages) {
    yield page
    yield* everyPage(page.children)
  }
}

/** Takes a page out of where it stands. */
export function takenOut(pages: ModelPage[], key: string): ModelPage | undefined {
  const index = pages.findIndex((page) => page.key === key)
  if (index >= 0) return pages.splice(index, 1)[0]
  for (const { children } of pages) {
    const found = takenOut(children, key)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Where each page goes in an export, by key: the first one is the README of the whole, others stand by their slugs. A
 * page without text has a file only when one links to it.
 */
export function filesOf(pages: readonly ModelPage[]): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const linked = new Set<string>()
  for (const { text } of everyPage(pages)) {
    withLinks(text, (url) => {
      linked.add(url.replace(/^page:|#.*$/g, ''))
      return url
    })
  }
  const place = (page: ModelPage, above: string): void => {
    const path = `${above}${page.slug}`
    if (page.text !== '' || linked.has(page.key))
      files.set(page.key, `${path}${page.children.length > 0 ? '/README' : ''}.md`)
    for (const child of page.children) place(child, `${path}/`)
  }
  for (const page of pages) place(page, '')
  const [first] = pages
  if (first !== undefined) files.set(first.key, 'README.md')
  return files
}
