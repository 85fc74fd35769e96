import { percentDecoded } from '#markup/percent-decoded.ts'
import { runTextTask } from '../../text-tasks/run.ts'
import type { LinkTarget } from '../link-targets.ts'
import type { OutlineEntry } from '../outline.ts'
import { IMPORT_LIMITS, type SourceFile, type SourceFiles } from '../source-files.ts'
import { factsOf, type PageFacts } from './page-facts.ts'
import type { IndexEntry } from './read-index.ts'

/**
 * An HTML export of a space of Confluence: pages in the tree of its index, links by identity, macros as blocks. Null if
 * the source is no such export.
 */
export async function openConfluence(
  files: SourceFiles,
  all: readonly SourceFile[],
): Promise<SourceFiles | null> {
  const written = await indexOf(files, all)
  if (written === null) return null
  const index = withPaths(written, new Set(all.map(({ path }) => path)))
  const listed = all.filter(({ path }) => !/^(?:styles|images|attachments\/thumbnails)\//.test(path))
  const titles = new Map(everyEntry(index).map(({ path, title }) => [path, title]))
  const facts = new Map<string, PageFacts>()
  const names = new Map<string, string>()
  for (const { path, size } of listed) {
    if (!/^[^/]+\.html$/i.test(path) || path === INDEX || size > IMPORT_LIMITS.pageBytes) continue
    const page = factsOf((await files.read(path)).toString('utf8'))
    facts.set(path, page)
    for (const [file, name] of page.attachments) names.set(file, name)
  }
  const known = new Set(listed.map(({ path }) => path))
  const targetOf = targets(facts, titles)
  const warnings: { path: string; text: string }[] = []
  return {
    ...files,
    list: async () => listed,
    findings() {
      const own = files.findings?.() ?? { skipped: [], warnings: [] }
      return { skipped: own.skipped, warnings: [...own.warnings, ...warnings] }
    },
    product: {
      format: 'confluence',
      outline: {
        entries: entriesOf(index, known),
        configFiles: [INDEX],
        skipped: missingIn(index, known),
        root: '',
      },
      targetOf,
      nameOf: (path) => names.get(path),
      isPage: (path) => facts.has(path),
      async markdownOfHtml(html, path) {
        const title = titles.get(path) ?? null
        const { markdown, unknown } = await runTextTask('confluencePage', { html, title }, html)
        if (unknown.length > 0)
          warnings.push({ path, text: `Macros that aren’t supported: ${unknown.join(', ')}` })
        return markdown
      },
    },
  }
}

const INDEX = 'index.html'

async function indexOf(
  files: SourceFiles,
  all: readonly SourceFile[],
): Promise<readonly IndexEntry[] | null> {
  const file = all.find(({ path }) => path === INDEX)
  if (file === undefined || file.size > IMPORT_LIMITS.pageBytes) return null
  const html = (await files.read(INDEX)).toString('utf8')
  if (!/\bpageSection\b/.test(html) || !/\bconfluence|\batlassian\b|\btheme-default\b/i.test(html))
    return null
  return runTextTask('confluenceIndex', html, html)
}

/** The path of a linked file. Some exports percent-encode the names of the files, too; others only the links. */
const pathOf = (href: string, known: Pick<ReadonlySet<string>, 'has'>): string =>
  known.has(href) ? href : percentDecoded(href)

const withPaths = (entries: readonly IndexEntry[], paths: ReadonlySet<string>): IndexEntry[] =>
  entries.map(({ path, title, children }) => ({
    path: pathOf(path, paths),
    title,
    children: withPaths(children, paths),
  }))

const everyEntry = (entries: readonly IndexEntry[]): IndexEntry[] =>
  entries.flatMap((entry) => [entry, ...everyEntry(entry.children)])

const entriesOf = (entries: readonly IndexEntry[], known: ReadonlySet<string>): OutlineEntry[] =>
  entries.map(({ path, title, children }) => ({
    kind: 'page',
    title,
    path: known.has(path) ? path : null,
    target: null,
    children: entriesOf(children, known),
  }))

const missingIn = (entries: readonly IndexEntry[], known: ReadonlySet<string>) =>
  everyEntry(entries)
    .filter(({ path }) => !known.has(path))
    .map(({ path }) => ({ path, reason: 'The index lists it, but it is missing' }))

/** Resolves what links in an export lead to: files, ids of pages, and titles in addresses of the product. */
function targets(facts: ReadonlyMap<string, PageFacts>, titles: ReadonlyMap<string, string>) {
  const byId = new Map<string, string>()
  const byTitle = new Map<string, string>()
  for (const [path, { title }] of facts) {
    const id = /(?:^|_)(\d+)\.html$/.exec(path)?.[1]
    if (id !== undefined) byId.set(id, path)
    byTitle.set(titles.get(path) ?? title, path)
  }

  function pageOf(address: string): string | undefined {
    const [path = '', query = ''] = address.split('?')
    const file = pathOf(path, facts)
    if (facts.has(file)) return file
    const id =
      /(?:^|&)pageId=(\d+)/.exec(query)?.[1] ??
      /\/pages\/(\d+)(?:\/|$)/.exec(path)?.[1] ??
      (/:/.test(path) ? undefined : /(?:^|_)(\d+)\.html$/.exec(path)?.[1])
    if (id !== undefined && byId.has(id)) return byId.get(id)
    const title = /\/display\/[^/]+\/([^/]+)$/.exec(path)?.[1]
    return title === undefined ? undefined : byTitle.get(percentDecoded(title.replaceAll('+', ' ')))
  }

  return (url: string, from: string): LinkTarget | null => {
    const [address = '', anchor = ''] = url.split('#')
    const path = address === '' ? from : pageOf(address)
    if (path === undefined || !facts.has(path)) return null
    const own = facts.get(path)?.anchors.get(percentDecoded(anchor))
    return { path, fragment: anchor === '' ? '' : `#${own ?? anchor}` }
  }
}
