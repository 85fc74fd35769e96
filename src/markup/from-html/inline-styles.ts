import type { Element, ElementContent } from 'hast'
import { element, firstIn, isElement, propertyText, textContent } from './elements.ts'

/**
 * Converts the inline styles of office programs to elements: bold, italic, struck-through and monospaced text, and
 * the lists of Word, which are paragraphs with a bullet in front.
 */
export function stylesToElements(nodes: readonly ElementContent[]): ElementContent[] {
  return withLists(nodes).flatMap((node) => {
    if (!isElement(node)) return [node]
    if (/^(?:o:p|style|script|meta|link|title)$/.test(node.tagName)) return []
    const children = stylesToElements(node.children)
    const style = propertyText(node, 'style')
    const isBare = node.tagName === 'span' || node.tagName === 'font' || isNotBold(node, style)
    if (isBare) return withMarks(style, children)
    if (node.tagName === 'li') return [{ ...node, children: children.flatMap(withoutParagraph) }]
    return [node.tagName === 'table' ? withHeaderRow({ ...node, children }) : { ...node, children }]
  })
}

/** Google Docs puts each item into a paragraph, which would make the list loose. */
const withoutParagraph = (node: ElementContent): ElementContent[] =>
  isElement(node) && node.tagName === 'p' ? node.children : [node]

/** Markdown tables need a header; without one the first row becomes the header. */
function withHeaderRow(table: Element): Element {
  const isHead = ({ tagName }: Element) => tagName === 'th'
  const row = firstIn(table, ({ tagName }) => tagName === 'tr')
  if (!row || firstIn(table, isHead)) return table
  for (const cell of row.children) if (isElement(cell) && cell.tagName === 'td') cell.tagName = 'th'
  return table
}

/** Google Docs wraps copied content in a `b` that is not bold. */
const isNotBold = ({ tagName }: Element, style: string): boolean =>
  (tagName === 'b' || tagName === 'strong') && /font-weight:\s*(?:normal|400)/i.test(style)

const marks: readonly (readonly [name: string, style: RegExp])[] = [
  ['strong', /font-weight:\s*(?:bold|[6-9]00)/i],
  ['em', /font-style:\s*italic/i],
  ['del', /text-decoration[^;]*:\s*[^;]*line-through/i],
  ['code', /font-family:[^;]*(?:courier|consolas|menlo|monaco|roboto mono|monospace)/i],
]

/** Wraps inline content in elements for its style; blocks are not wrapped. */
function withMarks(style: string, children: ElementContent[]): ElementContent[] {
  const isInline = children.every(
    (child) => !isElement(child) || !/^(?:p|div|ul|ol|table|h[1-6])$/.test(child.tagName),
  )
  if (!isInline || textContent(element('span', {}, children)) === '') return children
  const matchingMarks = marks.filter(([, pattern]) => pattern.test(style))
  if (matchingMarks.length === 0) return children
  const { before, inner, after } = splitBlanks(children)
  return [
    ...before,
    ...matchingMarks.reduce((within, [name]) => [element(name, {}, within)], inner),
    ...after,
  ]
}

/** Separates blanks at both ends, because Markdown requires them outside of marks. */
function splitBlanks(nodes: readonly ElementContent[]) {
  const inner = [...nodes]
  const cut = (at: number, blank: RegExp): ElementContent[] => {
    const node = inner.at(at)
    const blanks = node?.type === 'text' ? blank.exec(node.value)?.[0] : undefined
    if (node?.type !== 'text' || !blanks) return []
    inner[at < 0 ? inner.length + at : at] = { type: 'text', value: node.value.replace(blank, '') }
    return [{ type: 'text', value: blanks }]
  }
  return { before: cut(0, /^\s+/), after: cut(-1, /(?<!\s)\s+$/), inner }
}

const listStyle = /mso-list:\s*l\d+\s+level(\d+)/i

/** Combines adjacent list paragraphs of Word into lists. */
function withLists(nodes: readonly ElementContent[]): ElementContent[] {
  const result: ElementContent[] = []
  let items: Element[] = []
  const end = () => {
    if (items.length > 0) result.push(listOf(items, 1))
    items = []
  }
  for (const node of nodes) {
    if (isElement(node) && listStyle.test(propertyText(node, 'style'))) items.push(node)
    else if (items.length === 0 || isElement(node) || (node.type === 'text' && node.value.trim() !== '')) {
      end()
      result.push(node)
    }
  }
  end()
  return result
}

const levelOf = (node: Element): number => Number(listStyle.exec(propertyText(node, 'style'))?.[1] ?? 1)

function listOf(items: readonly Element[], level: number): Element {
  const rows: Element[] = []
  let below: Element[] = []
  const close = () => {
    if (below.length > 0) (rows.at(-1) ?? appendRow(rows)).children.push(listOf(below, level + 1))
    below = []
  }
  for (const item of items) {
    if (levelOf(item) > level) below.push(item)
    else {
      close()
      rows.push(element('li', {}, withoutMark(item.children)))
    }
  }
  close()
  const first = items.find((item) => levelOf(item) === level)
  return element(first && /^\s*\(?[0-9a-z]+[.)]/i.test(textContent(first)) ? 'ol' : 'ul', {}, rows)
}

function appendRow(rows: Element[]): Element {
  const row = element('li', {}, [])
  rows.push(row)
  return row
}

const withoutMark = (nodes: readonly ElementContent[]): ElementContent[] =>
  nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node)) return node.type === 'comment' ? [] : [node]
    if (/mso-list:\s*ignore/i.test(propertyText(node, 'style'))) return []
    return [{ ...node, children: withoutMark(node.children) }]
  })
