import type { Element, RootContent as HastContent, Root as HastRoot } from 'hast'
import type { Nodes, Root } from 'mdast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'

const html = unified().use(rehypeParse, { fragment: true }).freeze()

/** What stands between the parts of a block, by the type of the block. */
const between: Partial<Record<Nodes['type'], string>> = {
  root: '\n',
  blockquote: '\n',
  list: '\n',
  listItem: '\n',
  blockTag: '\n',
  table: '\n',
  tableRow: ' ',
  footnoteDefinition: '\n',
}

/**
 * The words of a node as a reader sees them: code included, tags and HTML markup left out, blocks on
 * lines of their own.
 */
export function plainTextOf(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value
  if (node.type === 'formula') return node.value
  if (node.type === 'html') return textOfHtml(node.value)
  if (node.type === 'break') return '\n'
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? ''
  if (!('children' in node)) return ''
  const parts = node.children.map((child) => plainTextOf(child))
  if (node.type === 'blockTag') parts.unshift(node.attributes.title ?? '')
  const separator = between[node.type]
  if (separator === undefined) return parts.join('')
  return parts.filter((part) => part.trim() !== '').join(separator)
}

/** The first paragraph that says something, at most `limit` characters, cut between words with an ellipsis. */
export function leadOf(root: Root, limit = 300): string {
  for (const node of root.children) {
    if (node.type !== 'paragraph') continue
    const text = plainTextOf(node).replace(/\s+/g, ' ').trim()
    if (text !== '') return shortened(text, limit)
  }
  return ''
}

/** The words of raw HTML, without comments, scripts and styles. */
export function textOfHtml(value: string): string {
  if (!/>[^<]*[^<\s]|^[^<]*[^<\s]/.test(value)) return ''
  return wordsOf(html.parse(value))
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim()
}

const unread = new Set(['script', 'style', 'template', 'svg'])
const within = new Set('a abbr b bdi code em i kbd mark q s small span strong sub sup u'.split(' '))

function wordsOf(node: HastRoot | HastContent): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element') return wordsOfElement(node)
  return node.type === 'root' ? node.children.map(wordsOf).join('') : ''
}

function wordsOfElement(node: Element): string {
  if (unread.has(node.tagName)) return ''
  if (node.tagName === 'img') return String(node.properties.alt ?? '')
  const words = node.children.map(wordsOf).join('')
  return within.has(node.tagName) ? words : `\n${words}\n`
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = text.slice(0, limit - 1)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > limit / 2 ? space : undefined).replace(/[\s,;:.–—-]+$/, '')}…`
}
