import type { LinkSuggestion, PageLink } from '#contract/content-links.ts'
import type { FileEntry } from '../../content/entries.ts'
import type { PageNode, Snapshot } from '../../content/snapshot.ts'
import { suffixOf } from '../../content/texts.ts'

/** A link without a target. */
export type BrokenLink = {
  readonly url: string
  readonly text: string
  readonly kind: 'page' | 'file' | 'path'
  /** How the text uses the URL; `link` if absent. */
  readonly usage?: PageLink['usage']
}

/** What a broken link may refer to. */
export type Candidates = {
  readonly tree: Snapshot
  readonly files: readonly FileEntry[]
  /** The ids of pages by their former paths. */
  readonly movedPages: ReadonlyMap<string, string>
}

const MAX_SUGGESTIONS = 3
/** Less similar names are not suggested. */
const MIN_SIMILARITY = 0.5

/** The likely targets of a broken link, best first, three at most. */
export function suggestionsFor(link: BrokenLink, candidates: Candidates): LinkSuggestion[] {
  const suggestions = [
    ...suggestMoved(link, candidates),
    ...suggestSameName(link, candidates),
    ...suggestSimilar(link, candidates),
  ]
  const hrefs = new Set<string>()
  return suggestions.filter(({ href }) => !hrefs.has(href) && hrefs.add(href)).slice(0, MAX_SUGGESTIONS)
}

/** A link to a missing anchor. */
export type BrokenAnchor = { readonly url: string; readonly text: string; readonly page: string }

type Heading = { readonly anchor: string; readonly title: string }

/** The headings that the link probably refers to, best first. */
export function nearHeadings(
  { url, text, page }: BrokenAnchor,
  headings: readonly Heading[],
): LinkSuggestion[] {
  const anchor = decoded(url.replace(/^[^#]*#?/s, '')).replaceAll('-', ' ')
  const queryGrams = [anchor, text].map(gramsOf)
  const address = url.replace(/#.*$/s, '')
  return headings
    .filter((heading) => heading.anchor !== '')
    .map((heading) => ({
      heading,
      score: bestSimilarity(queryGrams, [gramsOf(heading.title), gramsOf(heading.anchor)]),
    }))
    .filter(({ score }) => score >= MIN_SIMILARITY)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ heading }) => ({
      kind: 'anchor',
      id: page,
      title: heading.title,
      href: `${address}#${heading.anchor}`,
      reason: 'similar-name',
    }))
}

/** The path of a link without extension, query and hash. */
export const pathOfLink = (url: string): string =>
  decoded(url.replace(/[?#].*$/s, ''))
    .replace(/^(\.{0,2}\/)+/, '')
    .replace(/\.(md|html?)$/i, '')
    .replace(/(?:^|\/)(?:readme|index)$/i, '')
    .toLowerCase()

/** Whether only a file can replace the target: images, files to download, and links to a name like `report.pdf`. */
function wantsFile({ url, kind, usage }: BrokenLink): boolean {
  if (usage === 'image' || usage === 'file' || kind === 'file') return true
  const [, extension = ''] = /\.([a-z][a-z0-9]{1,4})$/i.exec(fileNameOf(url)) ?? []
  return extension !== '' && !/^(?:md|markdown|html?|php|aspx?)$/i.test(extension)
}

const fileNameOf = (url: string): string => lastOf(decoded(url.replace(/[?#].*$/s, '')))

function suggestMoved(link: BrokenLink, { movedPages, tree }: Candidates): LinkSuggestion[] {
  const { url, kind } = link
  const page = kind === 'path' && !wantsFile(link) ? movedPages.get(pathOfLink(url)) : undefined
  const node = page === undefined ? undefined : tree.page(page)
  return node ? [toPage(node, url, 'moved')] : []
}

function suggestSameName(link: BrokenLink, candidates: Candidates): LinkSuggestion[] {
  const { url, kind } = link
  if (kind !== 'path') return []
  const name = fileNameOf(url).toLowerCase()
  const pages = wantsFile(link) ? [] : pagesNamedLike(pathOfLink(url), candidates.tree)
  return [
    ...pages.map((node) => toPage(node, url, 'same-name')),
    ...filesFor(link, candidates)
      .filter((file) => file.name.toLowerCase() === name)
      .map((file) => toFile(file, 'same-name')),
  ]
}

/** The pages with the last segment of a path, most similar path first: each product may have an overview. */
function pagesNamedLike(path: string, tree: Snapshot): PageNode[] {
  const pages = indexOf(tree).bySlug.get(lastOf(path)) ?? []
  if (pages.length < 2) return [...pages]
  const grams = gramsOf(path)
  return bySimilarity(pages, (node) => similarity(grams, gramsOf(node.path ?? ''))).map(({ one }) => one)
}

function suggestSimilar(link: BrokenLink, candidates: Candidates): LinkSuggestion[] {
  const { url, text, kind } = link
  if (wantsFile(link)) {
    // An alternative text fits many images, so it counts only if there is no file name.
    const grams = gramsOf(kind === 'path' ? stemOf(fileNameOf(url)) : text)
    return bySimilarity(filesFor(link, candidates), ({ name }) => similarity(grams, gramsOf(stemOf(name))))
      .filter(({ score }) => score >= MIN_SIMILARITY)
      .slice(0, MAX_SUGGESTIONS)
      .map(({ one }) => toFile(one, 'similar-name'))
  }
  const queryGrams = [...(kind === 'path' ? [lastOf(pathOfLink(url))] : []), text].map(gramsOf)
  return indexOf(candidates.tree)
    .near(queryGrams)
    .map((node) => toPage(node, url, 'similar-name'))
}

/** The files that can replace a link: only an image for an image. */
const filesFor = ({ usage }: BrokenLink, { files }: Candidates): readonly FileEntry[] =>
  usage === 'image' ? files.filter(({ contentType }) => contentType.startsWith('image/')) : files

const bySimilarity = <T>(values: readonly T[], scoreOf: (value: T) => number) =>
  values.map((one) => ({ one, score: scoreOf(one) })).sort((a, b) => b.score - a.score)

const toPage = (
  { entry, path }: PageNode,
  url: string,
  reason: LinkSuggestion['reason'],
): LinkSuggestion => ({
  kind: 'page',
  id: entry.id,
  title: entry.title,
  ...(path === null ? {} : { path }),
  href: `/pages/${entry.id}${suffixOf(url)}`,
  reason,
})

const toFile = ({ id, name }: FileEntry, reason: LinkSuggestion['reason']): LinkSuggestion => ({
  kind: 'file',
  id,
  title: name,
  href: `/files/${id}`,
  reason,
})

/** A file name without its extension, which says nothing about what the file shows. */
const stemOf = (name: string): string => name.replace(/\.[a-z][a-z0-9]{1,4}$/i, '')

const lastOf = (path: string): string => path.split('/').at(-1) ?? path

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A stray percent sign: the path is compared as it is written.
    return text
  }
}

type Grams = ReadonlySet<string>

/** Trigrams of a text, by which names are compared. */
function gramsOf(text: string): Grams {
  const terms =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const grams = new Set<string>()
  for (const term of terms) {
    const padded = ` ${term} `
    for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3))
  }
  return grams
}

const bestSimilarity = (queryGrams: readonly Grams[], names: readonly Grams[]): number =>
  Math.max(0, ...queryGrams.flatMap((one) => names.map((name) => similarity(one, name))))

function similarity(one: Grams, other: Grams): number {
  if (one.size === 0 || other.size === 0) return 0
  let both = 0
  for (const gram of one) if (other.has(gram)) both++
  return (2 * both) / (one.size + other.size)
}

type Index = {
  readonly bySlug: ReadonlyMap<string, readonly PageNode[]>
  readonly near: (queryGrams: readonly Grams[]) => PageNode[]
}

/** Cached as long as the content store caches the tree. */
const indexes = new WeakMap<Snapshot, Index>()

function indexOf(tree: Snapshot): Index {
  const cached = indexes.get(tree)
  if (cached !== undefined) return cached
  const nodes = [...tree.all()].filter(({ path }) => path !== null)
  const names = nodes.map(({ entry }) => [gramsOf(entry.title), gramsOf(entry.slug)])
  const byGram = new Map<string, number[]>()
  for (const [at, grams] of names.entries()) {
    for (const gram of new Set(grams.flatMap((set) => [...set]))) {
      const there = byGram.get(gram)
      if (there) there.push(at)
      else byGram.set(gram, [at])
    }
  }
  const index: Index = {
    bySlug: Map.groupBy(nodes, ({ entry }) => entry.slug.toLowerCase()),
    near(queryGrams) {
      const among = new Set(queryGrams.flatMap((one) => [...one]).flatMap((gram) => byGram.get(gram) ?? []))
      return bySimilarity([...among], (at) => bestSimilarity(queryGrams, names[at] ?? []))
        .filter(({ score }) => score >= MIN_SIMILARITY)
        .slice(0, MAX_SUGGESTIONS)
        .flatMap(({ one }) => nodes[one] ?? [])
    },
  }
  indexes.set(tree, index)
  return index
}
