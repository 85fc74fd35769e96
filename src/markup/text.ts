import type { Element, RootContent as HastContent, Root as HastRoot } from 'hast'
import type { Nodes, Root } from 'mdast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { cutText } from './cut-text.ts'
import type { BlockTag } from './nodes.ts'

const html = unified().use(rehypeParse, { fragment: true }).freeze()

/** The separator between the parts of a block, by the type of the block. */
const separators: Partial<Record<Nodes['type'], string>> = {
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
 * The text of a node as readers see it: with code, without tags and HTML markup, and with each block on its own
 * line.
 */
export function plainTextOf(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'code') return node.value
  if (node.type === 'formula') return node.value
  if (node.type === 'html') return textOfHtml(node.value)
  if (node.type === 'break') return '\n'
  if (node.type === 'image' || node.type === 'imageReference') return node.alt ?? ''
  if (!('children' in node)) return ''
  const parts = node.children.map((child, index) =>
    isIconName(child, node.children[index - 1]) ? '' : plainTextOf(child),
  )
  if (node.type === 'blockTag') parts.unshift(labelTextOf(node))
  const separator = separators[node.type]
  if (separator === undefined) return parts.join('')
  return parts.filter((part) => part.trim() !== '').join(separator)
}

/** The content of an icon in raw HTML, such as `:rocket:` after `<i class="fa-rocket">`. */
const isIconName = (node: Nodes, before: Nodes | undefined): boolean =>
  node.type === 'text' &&
  before?.type === 'html' &&
  /^<i\s[^<>]*\bfa-/.test(before.value) &&
  /^:[\w-]+:$/.test(node.value)

/** The words in the attributes of a tag that readers see. */
export const labelTextOf = ({ name, attributes: { title, date, description } }: BlockTag): string => {
  if (name === 'update') return [date, title].filter(Boolean).join(' ')
  return (name === 'prompt' ? description : title) ?? ''
}

/** The first paragraph that is not empty, truncated between words to at most `limit` characters. */
export function leadOf(root: Root, limit = 300): string {
  for (const node of root.children) {
    if (node.type !== 'paragraph') continue
    const text = plainTextOf(node).replace(/\s+/g, ' ').trim()
    if (text !== '') return truncate(text, limit)
  }
  return ''
}

/** The text of raw HTML, without comments, scripts and styles. */
export function textOfHtml(value: string): string {
  if (!/>[^<]*[^<\s]|^[^<]*[^<\s]/.test(value)) return ''
  return textOfNode(html.parse(value))
    .replace(/(?<![ \t])[ \t]*\n\s*/g, '\n')
    .trim()
}

const ignored = new Set(['script', 'style', 'template', 'svg'])
const inlineElements = new Set('a abbr b bdi code em i kbd mark q s small span strong sub sup u'.split(' '))

function textOfNode(node: HastRoot | HastContent): string {
  if (node.type === 'text') return node.value
  if (node.type === 'element') return textOfElement(node)
  return node.type === 'root' ? node.children.map(textOfNode).join('') : ''
}

function textOfElement(node: Element): string {
  if (ignored.has(node.tagName)) return ''
  if (node.tagName === 'img') return String(node.properties.alt ?? '')
  if (node.tagName === 'i' && String(node.properties.className ?? '').includes('fa-')) return ''
  if (node.tagName === 'table') return `\n${textOfTable(node)}\n`
  const text = node.children.map(textOfNode).join('')
  return inlineElements.has(node.tagName) ? text : `\n${text}\n`
}

/** The text of a table without its hidden columns, and of cards without their targets and covers. */
function textOfTable(table: Element): string {
  const hidden = new Set<number>()
  const hiding = ['dataHidden', ...(table.properties.dataView === 'cards' ? CARD_COLUMNS : [])]
  visit(table, 'element', (row) => {
    if (row.tagName !== 'tr') return
    const cells = row.children.filter((cell) => cell.type === 'element')
    cells.forEach(({ properties }, index) => {
      if (hiding.some((name) => properties[name] !== undefined)) hidden.add(index)
    })
    if (hidden.size > 0) row.children = cells.filter((_, index) => !hidden.has(index))
  })
  return table.children.map(textOfNode).join('')
}

const CARD_COLUMNS = ['dataCardTarget', 'dataCardCover', 'dataCardCoverDark']

function truncate(text: string, limit: number): string {
  if (text.length <= limit) return text
  const cut = cutText(text, limit - 1)
  const space = cut.lastIndexOf(' ')
  return `${cut.slice(0, space > limit / 2 ? space : undefined).replace(/[\s,;:.–—-]+$/, '')}…`
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** The number of words on a page. `Intl.Segmenter` also counts words in scripts without spaces, such as Japanese. */
export function wordCountOf(root: Root): number {
  let count = 0
  for (const segment of segmenter.segment(plainTextOf(root))) if (segment.isWordLike) count++
  return count
}
