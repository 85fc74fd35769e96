import type { Element, ElementContent } from 'hast'
import { element, firstIn, isElement, said, wordsIn } from './elements.ts'

/**
 * What office programs and their like say by styles, said by elements: bold, italic and struck words, monospaced
 * ones, and the lists of Word, which are paragraphs with a mark in front.
 */
export function unstyled(nodes: readonly ElementContent[]): ElementContent[] {
  return withLists(nodes).flatMap((node) => {
    if (!isElement(node)) return [node]
    if (/^(?:o:p|style|script|meta|link|title)$/.test(node.tagName)) return []
    const children = unstyled(node.children)
    const style = said(node, 'style')
    const isBare = node.tagName === 'span' || node.tagName === 'font' || saysNothing(node, style)
    if (isBare) return dressed(style, children)
    if (node.tagName === 'li') return [{ ...node, children: children.flatMap(withoutParagraph) }]
    return [node.tagName === 'table' ? headed({ ...node, children }) : { ...node, children }]
  })
}

/** Google puts each item into a paragraph, which would part the items by empty lines. */
const withoutParagraph = (node: ElementContent): ElementContent[] =>
  isElement(node) && node.tagName === 'p' ? node.children : [node]

/** Tables of Markdown have a head; where none is said it is the first row. */
function headed(table: Element): Element {
  const isHead = ({ tagName }: Element) => tagName === 'th'
  const row = firstIn(table, ({ tagName }) => tagName === 'tr')
  if (!row || firstIn(table, isHead)) return table
  for (const cell of row.children) if (isElement(cell) && cell.tagName === 'td') cell.tagName = 'th'
  return table
}

/** Google wraps all that is copied in a `b` that is not bold. */
const saysNothing = ({ tagName }: Element, style: string): boolean =>
  (tagName === 'b' || tagName === 'strong') && /font-weight:\s*(?:normal|400)/i.test(style)

const marks: readonly (readonly [name: string, style: RegExp])[] = [
  ['strong', /font-weight:\s*(?:bold|[6-9]00)/i],
  ['em', /font-style:\s*italic/i],
  ['del', /text-decoration[^;]*:\s*[^;]*line-through/i],
  ['code', /font-family:[^;]*(?:courier|consolas|menlo|monaco|roboto mono|monospace)/i],
]

/** Words in the middle of a line are marked; blocks keep to themselves. */
function dressed(style: string, children: ElementContent[]): ElementContent[] {
  const isInline = children.every(
    (child) => !isElement(child) || !/^(?:p|div|ul|ol|table|h[1-6])$/.test(child.tagName),
  )
  if (!isInline || wordsIn(element('span', {}, children)) === '') return children
  const named = marks.filter(([, pattern]) => pattern.test(style))
  if (named.length === 0) return children
  const { before, inner, after } = trimmed(children)
  return [...before, ...named.reduce((within, [name]) => [element(name, {}, within)], inner), ...after]
}

/** Blanks at the ends stand outside of marks, as Markdown wants it. */
function trimmed(nodes: readonly ElementContent[]) {
  const inner = [...nodes]
  const cut = (at: number, blank: RegExp): ElementContent[] => {
    const node = inner.at(at)
    const found = node?.type === 'text' ? blank.exec(node.value)?.[0] : undefined
    if (node?.type !== 'text' || !found) return []
    inner[at < 0 ? inner.length + at : at] = { type: 'text', value: node.value.replace(blank, '') }
    return [{ type: 'text', value: found }]
  }
  return { before: cut(0, /^\s+/), after: cut(-1, /\s+$/), inner }
}

const listStyle = /mso-list:\s*l\d+\s+level(\d+)/i

/** Neighbouring paragraphs of a list of Word as one list. */
function withLists(nodes: readonly ElementContent[]): ElementContent[] {
  const made: ElementContent[] = []
  let items: Element[] = []
  const end = () => {
    if (items.length > 0) made.push(listOf(items, 1))
    items = []
  }
  for (const node of nodes) {
    if (isElement(node) && listStyle.test(said(node, 'style'))) items.push(node)
    else if (items.length === 0 || isElement(node) || (node.type === 'text' && node.value.trim() !== '')) {
      end()
      made.push(node)
    }
  }
  end()
  return made
}

const levelOf = (node: Element): number => Number(listStyle.exec(said(node, 'style'))?.[1] ?? 1)

function listOf(items: readonly Element[], level: number): Element {
  const rows: Element[] = []
  let below: Element[] = []
  const close = () => {
    if (below.length > 0) (rows.at(-1) ?? pushed(rows)).children.push(listOf(below, level + 1))
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
  return element(first && /^\s*\(?[0-9a-z]+[.)]/i.test(wordsIn(first)) ? 'ol' : 'ul', {}, rows)
}

function pushed(rows: Element[]): Element {
  const row = element('li', {}, [])
  rows.push(row)
  return row
}

const withoutMark = (nodes: readonly ElementContent[]): ElementContent[] =>
  nodes.flatMap((node): ElementContent[] => {
    if (!isElement(node)) return node.type === 'comment' ? [] : [node]
    if (/mso-list:\s*ignore/i.test(said(node, 'style'))) return []
    return [{ ...node, children: withoutMark(node.children) }]
  })
