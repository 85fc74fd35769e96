import type { Element, ElementContent } from 'hast'
import type { DocumentNode } from '#contract/documents.ts'
import { trimLines } from '../document/marks.ts'
import { block, inline, textNode } from '../document/nodes.ts'
import { normalizeText } from '../document/normalize.ts'
import { hasOnly, isBlank, propertyText } from '../document/read-elements.ts'
import { isElement, parseHtml, phrasing } from '../document/read-html.ts'
import { referenceOf } from '../document/references.ts'
import { htmlOf } from '../document/write-html.ts'
import { inlinesFromEditor } from './inlines-from-editor.ts'
import { inlinesToEditor } from './inlines-to-editor.ts'
import { type EditorNode, editorNode, emptyParagraph } from './nodes.ts'

/** The cell of a card that contains some HTML; null if the HTML would end the cell. */
export function parseCell(html: string): Element | null {
  const content = parseHtml(`<table><tbody><tr><td>${html}</td></tr></tbody></table>`)
  let inner: readonly ElementContent[] = content
  for (const name of ['table', 'tbody', 'tr']) {
    const [only, ...more] = inner
    if (more.length > 0 || !isElement(only, name)) return null
    inner = only.children
  }
  const [cell, ...more] = inner
  return more.length === 0 && isElement(cell, 'td') ? cell : null
}

/** The blocks of a cell: paragraphs, headings and lists; null if it contains others. Loose text is a paragraph. */
export function blocksOfCell(html: string): DocumentNode[] | null {
  const cell = parseCell(html)
  return cell === null ? null : blocksIn(cell.children)
}

function blocksIn(children: readonly ElementContent[]): DocumentNode[] | null {
  const blocks: DocumentNode[] = []
  let line: ElementContent[] = []
  const endLine = () => {
    blocks.push(...paragraph(trimLines(phrasing(line) ?? [])))
    line = []
  }
  for (const child of children) {
    if (phrasing([child]) !== null) {
      line.push(child)
      continue
    }
    endLine()
    const inner = child.type === 'element' ? blockIn(child) : null
    if (inner === null) return null
    blocks.push(...inner)
  }
  endLine()
  return blocks
}

const paragraph = (nodes: DocumentNode[]): DocumentNode[] =>
  nodes.length === 0 ? [] : [block('paragraph', {}, nodes)]

function blockIn(element: Element): DocumentNode[] | null {
  const { tagName, properties, children } = element
  const start = propertyText(properties, 'start')
  if (!hasOnly(properties, ...(tagName === 'ol' && /^\d{1,9}$/.test(start ?? '') ? ['start'] : [])))
    return null
  if (tagName === 'ul' || tagName === 'ol') {
    const items = children.filter((node) => !isBlank(node)).map(itemIn)
    if (items.length === 0 || items.includes(null)) return null
    const data = start === undefined || start === '1' ? {} : { start: Number(start) }
    return [
      block(
        tagName === 'ul' ? 'list-unordered' : 'list-ordered',
        data,
        items.filter((one) => one !== null),
      ),
    ]
  }
  const nodes = phrasing(children)
  if (nodes === null) return null
  if (tagName === 'p') return paragraph(nodes)
  const level = Number(/^h([1-6])$/.exec(tagName)?.[1])
  return Number.isNaN(level) ? null : [block('heading', { level }, nodes)]
}

function itemIn(node: ElementContent): DocumentNode | null {
  if (!isElement(node, 'li') || !hasOnly(node.properties)) return null
  const blocks = blocksIn(node.children)
  return blocks === null ? null : block('list-item', {}, blocks)
}

/** Blocks as the HTML of a cell or an item. A paragraph that is alone, or before a list, needs no tag. */
export function htmlOfBlocks(blocks: readonly DocumentNode[]): string {
  const isLine = blocks.filter(({ type }) => type === 'paragraph').length === 1
  return blocks
    .map((node, index) => {
      const { type, data = {}, nodes = [] } = node
      if (type === 'list-unordered') return `<ul>${htmlOfItems(nodes)}</ul>`
      if (type === 'list-ordered')
        return `<ol${data.start === undefined ? '' : ` start="${Number(data.start)}"`}>${htmlOfItems(nodes)}</ol>`
      const tag = type === 'heading' ? `h${Number(data.level)}` : 'p'
      const isBare = type === 'paragraph' && isLine && index === 0 && blocks[1]?.type !== 'heading'
      return isBare ? htmlOf(nodes) : `<${tag}>${htmlOf(nodes)}</${tag}>`
    })
    .join('')
}

const htmlOfItems = (items: readonly DocumentNode[]): string =>
  items.map(({ nodes = [] }) => `<li>${htmlOfBlocks(nodes)}</li>`).join('')

/** A link in a cell, to a page, file or image. */
export function linkHtml(address: string, label: string): string {
  const text = textNode([{ object: 'leaf', text: label, marks: [] }])
  // Colons are escaped where Markdown could read an address twice, which it does not do in tables of HTML.
  return htmlOf([inline('link', { ref: referenceOf(address) }, [text])]).replaceAll('&#x3a;', ':')
}

/** Blocks of a cell as content of the visual editor, which has at least one block. */
export const cellToEditor = (blocks: readonly DocumentNode[]): EditorNode[] =>
  blocks.length === 0
    ? [emptyParagraph]
    : blocks.map(({ type, data = {}, nodes = [] }) => {
        const items = () =>
          nodes.map((item) => editorNode('listItem', { checked: null }, cellToEditor(item.nodes ?? [])))
        if (type === 'list-unordered') return editorNode('bulletList', { loose: false }, items())
        if (type === 'list-ordered')
          return editorNode('orderedList', { loose: false, start: data.start ?? 1 }, items())
        const inlines = inlinesToEditor(nodes)
        if (type === 'heading') return editorNode('cardHeading', { level: data.level }, inlines)
        return editorNode('paragraph', { data: {} }, inlines)
      })

/**
 * Content of the visual editor as blocks of a cell, without empty paragraphs.
 * @throws {DocumentError} if an inline is invalid
 */
export const cellFromEditor = (content: readonly EditorNode[] = []): DocumentNode[] =>
  content.flatMap(({ type, attrs = {}, content: inner = [] }) => {
    if (type === 'bulletList' || type === 'orderedList') {
      const items = inner.map((item) => block('list-item', {}, cellFromEditor(item.content)))
      const start = Number(attrs.start ?? 1)
      if (type === 'bulletList') return [block('list-unordered', {}, items)]
      return [block('list-ordered', start === 1 ? {} : { start }, items)]
    }
    const nodes = normalizeText(inlinesFromEditor(inner))
    return type === 'cardHeading' ? [block('heading', { level: attrs.level }, nodes)] : paragraph(nodes)
  })
