import type { Definition, Image, Link as LinkNode, Node, Root } from 'mdast'
import { visit } from 'unist-util-visit'
import { linksOfHtml } from './html-links.ts'
import type { Link, LinkKind } from './link.ts'
import type { BlockTag, Span } from './nodes.ts'
import { parseMarkdown } from './parse.ts'
import { plainTextOf } from './text.ts'

export type { Link, LinkForm, LinkKind } from './link.ts'

/**
 * Every address in a text parsed by `parseMarkdown`, in the order of writing; `start` and `end` enclose
 * nothing but the address. Reference definitions count once, where they are defined.
 */
export function linksOf(root: Root): Link[] {
  const source = root.data?.source ?? ''
  const links: Link[] = []
  const ofImages = new Set<string>()
  visit(root, 'imageReference', (node) => void ofImages.add(node.identifier))
  visit(root, (node) => {
    if (node.type === 'link') links.push(...linkAt(node, source))
    if (node.type === 'image') links.push(...written(node, 'image', node.alt ?? '', source))
    if (node.type === 'definition') {
      const kind = ofImages.has(node.identifier) ? 'image' : 'link'
      links.push(...written(node, kind, node.label ?? node.identifier, source))
    }
    if (node.type === 'blockTag') links.push(...tagLink(node, source))
    if (node.type === 'html') links.push(...linksOfHtml(source, spanOf(node)))
  })
  return links.sort((a, b) => a.start - b.start)
}

/**
 * Changes addresses and nothing else: every other character of the text stays as it is.
 * @param rewrite the new address, unescaped, or null to keep the old one
 */
export function rewriteLinks(body: string, rewrite: (link: Link) => string | null): string {
  let result = ''
  let from = 0
  for (const link of linksOf(parseMarkdown(body))) {
    if (link.start < from) continue
    const url = rewrite(link)
    if (url === null || url === link.url) continue
    const edit = editOf(link, url)
    result += body.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return result + body.slice(from)
}

const kindsOfTags: Partial<Record<BlockTag['name'], [attribute: string, kind: LinkKind]>> = {
  'content-ref': ['url', 'content-ref'],
  embed: ['url', 'embed'],
  file: ['src', 'file'],
}

function tagLink(node: BlockTag, source: string): Link[] {
  const [attribute, kind] = kindsOfTags[node.name] ?? []
  const span = attribute ? (node.spans[attribute] ?? node.spans.url) : undefined
  const url = span ? source.slice(span.start, span.end) : ''
  if (!kind || !span || !Object.values(node.attributes).includes(url)) return []
  return [{ kind, url, text: plainTextOf({ ...node, attributes: {} }).trim(), ...span, form: 'tag' }]
}

function written(node: LinkNode | Image | Definition, kind: LinkKind, text: string, source: string): Link[] {
  const span = node.data?.urlSpan
  if (!span) return []
  const form = source[span.start - 1] === '<' ? 'angle' : 'bare'
  return [{ kind, url: node.url, text, ...span, form }]
}

function linkAt(node: LinkNode, source: string): Link[] {
  const text = plainTextOf(node)
  if (node.data?.urlSpan) return written(node, 'link', text, source)
  const whole = spanOf(node)
  const isAutolink = source[whole.start] === '<' && source[whole.end - 1] === '>'
  const start = isAutolink ? whole.start + 1 : whole.start
  const end = isAutolink ? whole.end - 1 : whole.end
  // A link without any address, or one whose place is not known, has nothing that could be edited.
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
  if (form === 'bare') return { start, end, text: bare(clean) }
  if (form === 'angle')
    return { start, end, text: clean.replace(/[<>\\]/g, (sign) => encodeURIComponent(sign)) }
  if (form === 'html-bare')
    return { start, end, text: attributeValue(clean.replace(/[ =]/g, percentEncoded)) }
  if (form === 'html') return { start, end, text: attributeValue(clean) }
  if (form === 'tag') return { start, end, text: clean.replace(/["']/g, percentEncoded) }
  // An address in running text can only be an absolute one, so any other becomes a link with that text.
  const edges = form === 'autolink' ? 1 : 0
  if (/^https?:\/\/[^\s<>()]+$/.test(clean)) return { start, end, text: clean }
  return { start: start - edges, end: end + edges, text: `[${text}](${bare(clean)})` }
}

const percentEncoded = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`

function bare(url: string): string {
  const spaced = url.replace(/[ <>\\]/g, percentEncoded)
  return /^[^()]*(\([^()]*\)[^()]*)*$/.test(spaced) ? spaced : spaced.replace(/[()]/g, percentEncoded)
}

function attributeValue(url: string): string {
  return url.replace(/&/g, '&amp;').replace(/["'<>`]/g, percentEncoded)
}
