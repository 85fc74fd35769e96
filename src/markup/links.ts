import type { Definition, Image, Link as LinkNode, Node, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import type { BlockTag, Span } from './nodes.ts'
import { parseMarkdown } from './parse.ts'
import { singleUrlIn } from './srcset.ts'
import { plainTextOf } from './text.ts'

export type LinkKind = 'link' | 'image' | 'file' | 'content-ref' | 'embed'

/** How the URL is written, which decides what must be escaped in it. */
export type LinkForm = 'bare' | 'angle' | 'autolink' | 'literal' | 'html' | 'html-bare' | 'tag'

export interface Link extends Span {
  kind: LinkKind
  /** The URL with entities and backslashes resolved; percent-encoding is preserved. */
  url: string
  text: string
  form: LinkForm
}

/**
 * Every URL in a text parsed by `parseMarkdown`, in source order; `start` and `end` enclose exactly the URL.
 * Reference definitions count once, where they are defined.
 */
export function linksOf(root: Root): Link[] {
  const source = root.data?.source ?? ''
  const links: Link[] = []
  const ofImages = new Set<string>()
  visit(root, 'imageReference', (node) => void ofImages.add(node.identifier))
  visit(root, (node) => {
    if (node.type === 'link') links.push(...linksOfNode(node, source))
    if (node.type === 'image') links.push(...explicitLink(node, 'image', node.alt ?? '', source))
    if (node.type === 'definition') {
      const kind = ofImages.has(node.identifier) ? 'image' : 'link'
      links.push(...explicitLink(node, kind, node.label ?? node.identifier, source))
    }
    if (node.type === 'blockTag') links.push(...tagLink(node, source))
    if (node.type === 'html') links.push(...linksOfHtml(source, spanOf(node)))
  })
  return links.sort((a, b) => a.start - b.start)
}

/**
 * Changes URLs and nothing else: every other character of the text is preserved.
 * @param rewrite returns the new URL, unescaped, or null to leave it unchanged
 */
export const rewriteLinks = (body: string, rewrite: (link: Link) => string | null): string =>
  rewriteAt(body, linksOf(parseMarkdown(body)), rewrite)

/** `rewriteLinks` of a text whose links are known, as `linksOf` returns them. */
export function rewriteAt(
  body: string,
  links: readonly Link[],
  rewrite: (link: Link) => string | null,
): string {
  let result = ''
  let from = 0
  for (const link of links) {
    if (link.start < from) continue
    const url = rewrite(link)
    if (url === null || url === link.url) continue
    const edit = editOf(link, url)
    result += body.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return result + body.slice(from)
}

const tagLinks: Partial<Record<BlockTag['name'], [attribute: string, kind: LinkKind]>> = {
  'content-ref': ['url', 'content-ref'],
  embed: ['url', 'embed'],
  file: ['src', 'file'],
}

function tagLink(node: BlockTag, source: string): Link[] {
  const [attribute, kind] = tagLinks[node.name] ?? []
  const span = attribute ? (node.spans[attribute] ?? node.spans.url) : undefined
  const url = span ? source.slice(span.start, span.end) : ''
  if (!kind || !span || !Object.values(node.attributes).includes(url)) return []
  return [{ kind, url, text: plainTextOf({ ...node, attributes: {} }).trim(), ...span, form: 'tag' }]
}

function explicitLink(
  node: LinkNode | Image | Definition,
  kind: LinkKind,
  text: string,
  source: string,
): Link[] {
  const span = node.data?.urlSpan
  if (!span) return []
  const form = source[span.start - 1] === '<' ? 'angle' : 'bare'
  return [{ kind, url: node.url, text, ...span, form }]
}

function linksOfNode(node: LinkNode, source: string): Link[] {
  const text = plainTextOf(node)
  if (node.data?.urlSpan) return explicitLink(node, 'link', text, source)
  const whole = spanOf(node)
  const isAutolink = source[whole.start] === '<' && source[whole.end - 1] === '>'
  const start = isAutolink ? whole.start + 1 : whole.start
  const end = isAutolink ? whole.end - 1 : whole.end
  // A link without a URL, or with an unknown position, has nothing that could be edited.
  if (source.slice(start, end) !== text || text === '') return []
  return [{ kind: 'link', url: node.url, text, start, end, form: isAutolink ? 'autolink' : 'literal' }]
}

function spanOf(node: Node): Span {
  return { start: node.position?.start.offset ?? 0, end: node.position?.end.offset ?? 0 }
}

interface Edit extends Span {
  text: string
}

function editOf({ form, start, end, text }: Link, url: string): Edit {
  const clean = url.replace(/[\r\n\t]/g, '')
  if (form === 'bare') return { start, end, text: bareUrl(clean) }
  if (form === 'angle')
    return { start, end, text: clean.replace(/[<>\\]/g, (sign) => encodeURIComponent(sign)) }
  if (form === 'html-bare')
    return { start, end, text: attributeValue(clean.replace(/[ =]/g, percentEncoded)) }
  if (form === 'html') return { start, end, text: attributeValue(clean) }
  if (form === 'tag') return { start, end, text: clean.replace(/["']/g, percentEncoded) }
  // Only an absolute URL is recognized in running text, so any other becomes a link with that text.
  const edges = form === 'autolink' ? 1 : 0
  if (/^https?:\/\/[^\s<>()]+$/.test(clean)) return { start, end, text: clean }
  return { start: start - edges, end: end + edges, text: `[${text}](${bareUrl(clean)})` }
}

const percentEncoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

function bareUrl(url: string): string {
  const spaced = url.replace(/[ <>\\]/g, percentEncoded)
  return /^[^()]*(\([^()]*\)[^()]*)*$/.test(spaced) ? spaced : spaced.replace(/[()]/g, percentEncoded)
}

function attributeValue(url: string): string {
  return url.replace(/&/g, '&amp;').replace(/["'<>`]/g, percentEncoded)
}

const linkTag = /<(a|img|source|video|audio)((?:\s[^<>]*)?)>/gi
const urlAttribute = /\s(href|src|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'`]+))/dgi

/** URLs of `href`, `src` and a `srcset` with a single image in raw HTML. They are searched in the source itself, so that blockquote markers and
 * indentation do not shift the offsets. Comments contain none. */
function linksOfHtml(source: string, { start, end }: Span): Link[] {
  const html = source.slice(start, end)
  if (html.startsWith('<!--')) return []
  return [...html.matchAll(linkTag)].flatMap((match) => {
    const name = match[1]?.toLowerCase() ?? ''
    const kind: LinkKind = name === 'a' ? 'link' : 'image'
    const attributeName = name === 'a' ? 'href' : 'src'
    const tagStart = start + match.index
    const text = name === 'a' ? linkTextAfter(source, tagStart + match[0].length) : altOf(match[2] ?? '')
    return urlsInAttributes(match[2] ?? '', attributeName).map(({ value, at, form }) => {
      const from = tagStart + 1 + name.length + at
      const span = { start: from, end: from + value.length }
      return { kind, url: decodeEntities(value), text, ...span, form }
    })
  })
}

interface AttributeUrl {
  value: string
  at: number
  form: 'html' | 'html-bare'
}

function urlsInAttributes(attributes: string, attributeName: string): AttributeUrl[] {
  return [...attributes.matchAll(urlAttribute)].flatMap((match) => {
    const group = [2, 3, 4].find((index) => match[index] !== undefined)
    const isNamed = match[1]?.toLowerCase() === attributeName
    const isSingle = match[1]?.toLowerCase() === 'srcset' && singleUrlIn(match[group ?? 0] ?? '') !== ''
    if (group === undefined || !(isNamed || (isSingle && attributeName === 'src'))) return []
    return [
      {
        value: match[group] ?? '',
        at: match.indices?.[group]?.[0] ?? 0,
        form: group === 4 ? 'html-bare' : 'html',
      },
    ]
  })
}

function linkTextAfter(source: string, from: number): string {
  const following = source.slice(from, from + 500)
  const end = following.search(/<\/a\s*>/i)
  return end < 0 ? '' : decodeEntities(following.slice(0, end).replace(/<[^<>]*>/g, '')).trim()
}

const altOf = (attributes: string) =>
  decodeEntities(/\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes)?.[1] ?? '')

const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
}

function decodeEntities(text: string): string {
  return text.replace(/&(#?\w{2,5});/g, (whole, name: string) => entities[name] ?? whole)
}
