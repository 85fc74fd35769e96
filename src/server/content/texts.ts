import { type ApiBlock, apiBlocksIn, mayContainApiBlock } from '#markup/api-blocks.ts'
import { mayContainExpression } from '#markup/expression-tags.ts'
import { expressionsOf } from '#markup/expressions.ts'
import { type Link, linksOf } from '#markup/links.ts'
import { parseMarkdown } from '#markup/parse.ts'
import { percentDecoded } from '#markup/percent-decoded.ts'
import { type Section, sectionsOf } from '#markup/sections.ts'
import { anchorAliases } from '#markup/slug.ts'

/** The parsed parts of a text. */
export type TextParts = {
  readonly sections: readonly Section[]
  readonly links: readonly Link[]
  /** The operations of OpenAPI specifications in it, each once. */
  readonly operations: readonly ApiBlock[]
  /** The expressions in it, each once. The sections have them as they are written. */
  readonly expressions: readonly string[]
}

export function partsOf(markdown: string): TextParts {
  if (markdown === '')
    return {
      sections: [{ anchor: '', title: '', level: 0, text: '' }],
      links: [],
      operations: [],
      expressions: [],
    }
  const root = parseMarkdown(markdown)
  const operations = mayContainApiBlock(markdown) ? apiBlocksIn(root) : []
  const expressions = mayContainExpression(markdown)
    ? [...new Set(expressionsOf(root, markdown).map(({ expression }) => expression))]
    : []
  return { sections: sectionsOf(root), links: linksOf(root), operations, expressions }
}

/** URLs that Markdown writes as they are. */
const PLAIN_URL = /^[\w/#.~-]+$/

/**
 * The parts of a text after some of its links got other URLs. Null if only parsing can tell, because a URL must be
 * escaped, or is written where it also counts as text.
 */
export function partsWithUrls(parts: TextParts, urls: ReadonlyMap<Link, string>): TextParts | null {
  let shift = 0
  const links: Link[] = []
  for (const link of parts.links) {
    const url = urls.get(link)
    const start = link.start + shift
    if (url !== undefined && url !== link.url) {
      if ((link.form !== 'bare' && link.form !== 'angle') || !PLAIN_URL.test(url)) return null
      shift += url.length - (link.end - link.start)
    }
    links.push({ ...link, url: url ?? link.url, start, end: link.end + shift })
  }
  return { ...parts, links }
}

/** The anchors in a text: its headings, and named HTML elements. */
export const anchorsIn = (markdown: string, { sections }: TextParts): ReadonlySet<string> =>
  new Set([
    ...sections.flatMap(({ anchor }) => (anchor === '' ? [] : [anchor, ...anchorAliases(anchor)])),
    ...markdown.matchAll(/\b(?:id|name)="([^"]+)"/g).map((match) => match[1] ?? ''),
  ])

/** Normalizes line ends and removes characters that cannot be stored; everything else stays as it was written. */
export function normalizedText(text: string): string {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
  return lines.toWellFormed()
}

/** The target of a canonical link. */
export type LinkTarget =
  | { readonly kind: 'page' | 'file'; readonly id: string; readonly anchor?: string | undefined }
  | { readonly kind: 'anchor'; readonly anchor: string }
  | { readonly kind: 'url' | 'unresolved'; readonly url: string }

const canonical = /^\/(pages|files)\/([A-Za-z0-9_-]{1,64})((?:\?[^#]*)?)(?:#(.*))?$/

export function targetOf(url: string): LinkTarget {
  const match = canonical.exec(url)
  if (match)
    return { kind: match[1] === 'pages' ? 'page' : 'file', id: match[2] ?? '', anchor: match[4] || undefined }
  if (url.startsWith('#')) return { kind: 'anchor', anchor: url.slice(1) }
  return { kind: isOutside(url) ? 'url' : 'unresolved', url }
}

/** Outside of the space: with a scheme, or to another host. */
const isOutside = (url: string) => /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)

/** Ids, paths and names within the batch that a link can refer to, in the order of preference. */
export type LinkCandidates = {
  readonly pageRefs: readonly string[]
  readonly fileRefs: readonly string[]
  readonly pageIds: readonly string[]
  readonly fileIds: readonly string[]
  readonly paths: readonly string[]
}

/** Null if the link goes outside of the space. `path` is the page's path: `a/b` for a page b in a. */
export function linkCandidates(url: string, path: string): LinkCandidates | null {
  if (url === '' || url.startsWith('#') || isOutside(url)) return null
  const address = percentDecoded(url.replace(/[?#].*$/s, ''))
  if (address === '') return null
  const file = /^\/files\/([A-Za-z0-9_-]{1,64})(?:\/|$)/.exec(address)?.[1]
  if (file !== undefined)
    return { ...NO_CANDIDATES, fileIds: [file], paths: candidatePaths(address.slice(1)) }
  const page = /^\/pages\/(.+?)\/*$/.exec(address)?.[1]
  if (page !== undefined) {
    const isId = /^[A-Za-z0-9_-]{1,64}$/.test(page)
    return {
      ...NO_CANDIDATES,
      pageIds: isId ? [page] : [],
      paths: [...candidatePaths(`pages/${page}`), ...candidatePaths(page)],
    }
  }
  if (address.startsWith('/')) return { ...NO_CANDIDATES, paths: candidatePaths(address) }
  return relativeCandidates(address, path)
}

const NO_CANDIDATES: LinkCandidates = { pageRefs: [], fileRefs: [], pageIds: [], fileIds: [], paths: [] }

/** A relative link is relative to the page's file `a/b.md` or, as a folder page, `a/b/README.md`. */
function relativeCandidates(address: string, path: string): LinkCandidates {
  const ref = /^(?:\.\/)?([A-Za-z0-9._-]+)$/.exec(address)?.[1]
  const folder = path.split('/').slice(0, -1).join('/')
  return {
    ...NO_CANDIDATES,
    pageRefs: ref?.endsWith('.md') ? [ref.slice(0, -3)] : [],
    fileRefs: ref === undefined ? [] : [ref],
    paths: [...candidatePaths(`${folder}/${address}`), ...candidatePaths(`${path}/${address}`)],
  }
}

function candidatePaths(address: string): string[] {
  const steps: string[] = []
  for (const step of address.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '' && step !== '.') steps.push(step)
  }
  const exact = steps.join('/').replace(/\.md$/i, '')
  const folder = exact.replace(/(?:^|\/)(?:readme|index)$/i, '')
  return [exact, folder, exact.toLowerCase(), folder.toLowerCase()].filter(
    (path, index, all) => path !== '' && all.indexOf(path) === index,
  )
}

/** The query and fragment of a URL, which stay when the rest is replaced. */
export const suffixOf = (url: string): string => /[?#].*$/s.exec(url)?.[0] ?? ''

/** The pages that a stored text links to. */
export function pagesLinkedBy(markdown: string): string[] {
  if (!markdown.includes('/pages/')) return []
  const ids = markdown.matchAll(/\/pages\/([A-Za-z0-9_-]{1,64})/g)
  return [...new Set([...ids].map((match) => match[1] ?? ''))]
}
