import type { Element, ElementContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { h } from 'hastscript'
import { icon } from '../icons.ts'
import { filled } from '../labels.ts'
import { type Dress, type Dresser, isElement, said } from './dresser.ts'

/** A fence, and a fence in a `code` tag. */
export const codeBlock: Dress = (node, dresser) => [
  drawn(
    {
      code: textOf(node),
      language: said(node, 'language'),
      title: said(node, 'label'),
      classes: [
        ...(node.properties.numbered ? ['numbered'] : []),
        ...(node.properties.wraps ? ['wrap'] : []),
      ],
      marked: linesIn(said(node, 'marked')),
    },
    dresser,
  ),
]

/** `pre` in raw HTML. */
export const preformatted: Dress = (node, dresser) => {
  const code = node.children.find((child) => isElement(child, 'code'))
  const name = code && isElement(code) ? said(code, 'className') : ''
  const language = /language-(\S+)/.exec(name)?.[1] ?? ''
  return [drawn({ code: textOf(node), language, title: '', classes: [], marked: new Set() }, dresser)]
}

/** Code that no author wrote. */
export const plainCode = (code: string, language: string, dresser: Dresser): Element =>
  drawn({ code, language, title: '', classes: [], marked: new Set() }, dresser)

interface CodeBlock {
  code: string
  language: string
  title: string
  classes: string[]
  marked: Set<number>
}

function drawn({ code, language, title, classes, marked }: CodeBlock, dresser: Dresser): Element {
  const { labels, highlight } = dresser
  const text = code.replace(/\n+$/, '')
  const colored = (language && highlight?.(text, language)) || [{ type: 'text' as const, value: text }]
  const isDiagram = language === 'mermaid'
  const name = title || nameOf(isDiagram, dresser)
  const copy = h(
    'button',
    {
      type: 'button',
      className: ['code-copy', 'needs-js'],
      dataDone: labels.copied,
      ariaLabel: labels.copyCode,
    },
    icon('copy'),
  )
  const head = title
    ? [h('div', { className: ['code-head'] }, h('span', { className: ['code-title'] }, title), copy)]
    : [copy]
  const lines = linesOf(colored).map((line, index) => {
    const className = marked.has(index + 1) ? ['l', 'hl'] : ['l']
    return h('span', { className }, [...line, { type: 'text', value: '\n' }])
  })
  const pre = h('pre', { tabIndex: 0, role: 'region', ariaLabel: dresser.named(name) }, h('code', lines))
  return h('div', { className: ['code', ...classes, ...(isDiagram ? ['diagram'] : [])] }, [...head, pre])
}

const nameOf = (isDiagram: boolean, { labels, next }: Dresser): string =>
  isDiagram ? filled(labels.diagram, next('diagram')) : filled(labels.codeExample, next('code'))

/** Cuts coloured code at its line ends, spans that run over several lines included. */
function linesOf(nodes: ElementContent[]): ElementContent[][] {
  const lines: ElementContent[][] = [[]]
  for (const node of nodes) {
    const pieces = textOf(node).split('\n')
    pieces.forEach((value, index) => {
      if (index > 0) lines.push([])
      if (value !== '') lines.at(-1)?.push(pieceOf(node, value))
    })
  }
  return lines
}

function pieceOf(node: ElementContent, value: string): ElementContent {
  const text = { type: 'text' as const, value }
  return isElement(node) ? { ...node, children: [text] } : text
}

/** Reads `1,3-5`. */
function linesIn(ranges: string): Set<number> {
  const lines = new Set<number>()
  for (const range of ranges.split(',')) {
    const [from = 0, to = from] = range.split('-').map(Number)
    for (let line = from; line <= Math.min(to, from + 1000); line++) lines.add(line)
  }
  return lines
}

/** Inline code keeps nothing of what raw HTML said about it. */
export const inlineCode: Dress = (node, dresser) => [
  { ...node, properties: {}, children: dresser.all(node.children) },
]

/** Longer ones may be wider than a line of a phone, and no browser breaks them. */
const longestInLine = 40

/** A formula in running text. */
export const formula: Dress = (node, dresser) => {
  const drawn = drawnFormula(node, dresser, false)
  const isLong = drawn.tagName === 'math' && textOf(node).length > longestInLine
  return [isLong ? scrolled('span', drawn, dresser) : drawn]
}

/** A formula that stands alone. */
export const formulaBlock = (node: Element, dresser: Dresser): Element =>
  scrolled('div', drawnFormula(node, dresser, true), dresser)

function scrolled(tag: 'span' | 'div', drawn: Element, dresser: Dresser): Element {
  const name = filled(dresser.labels.formula, dresser.next('formula'))
  const region = { tabIndex: 0, role: 'region', ariaLabel: dresser.named(name) }
  return h(tag, { className: ['math'], ...region }, drawn)
}

/** What cannot be drawn is shown as it was written. */
function drawnFormula(node: Element, { formula: draw }: Dresser, isBlock: boolean): Element {
  const source = textOf(node)
  if (!draw) return h('code', source)
  return draw(source, isBlock) ?? h('code', { className: ['formula-fault'] }, source)
}
