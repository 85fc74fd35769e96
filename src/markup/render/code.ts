import type { Element, ElementContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { h } from 'hastscript'
import { icon } from '../icons.ts'
import { fillLabel } from '../labels.ts'
import { languageOfFence } from '../languages.ts'
import {
  type ElementRenderer,
  hasClass,
  isElement,
  isFlag,
  propertyText,
  type RenderContext,
  textContent,
} from './context.ts'

/** A code fence, with or without a `code` tag around it. */
export const codeBlock: ElementRenderer = (node, context) => [
  renderCode(
    {
      code: textOf(node),
      language: propertyText(node, 'language'),
      title: propertyText(node, 'label'),
      classes: [
        ...(node.properties.numbered ? ['numbered'] : []),
        ...(node.properties.wraps ? ['wrap'] : []),
      ],
      marked: parseLineRanges(propertyText(node, 'marked')),
    },
    context,
  ),
]

/** A `pre` element of raw HTML. */
export const preformatted: ElementRenderer = (node, context) => {
  const code = node.children.find((child) => isElement(child, 'code'))
  const content = code && isElement(code) ? code : node
  const name = `${propertyText(content, 'className')} ${propertyText(node, 'className')}`
  const language = languageOfFence(/(?:language|lang)-(\S+)/.exec(name)?.[1] ?? '')
  const classes = [
    ...(isFlag(node, 'dataLineNumbers') ? ['numbered'] : []),
    ...(propertyText(node, 'dataOverflow') === 'wrap' ? ['wrap'] : []),
  ]
  const title = propertyText(node, 'dataTitle')
  return [renderCode({ code: textOf(node), language, title, classes, marked: strongLines(content) }, context)]
}

/** The lines that are written as strong text, which is how HTML code blocks mark lines. */
function strongLines(code: Element): Set<number> {
  const lines = new Set<number>()
  let line = 1
  for (const child of code.children) {
    const ends = textOf(child).split('\n').length - 1
    if (isElement(child, 'strong'))
      for (let at = line; at <= line + Math.max(0, ends - 1); at++) lines.add(at)
    line += ends
  }
  return lines
}

/** Generated code, such as samples of an operation. */
export const plainCode = (code: string, language: string, context: RenderContext): Element =>
  renderCode({ code, language, title: '', classes: [], marked: new Set() }, context)

interface CodeBlock {
  code: string
  language: string
  title: string
  classes: string[]
  marked: Set<number>
}

function renderCode({ code, language, title, classes, marked }: CodeBlock, context: RenderContext): Element {
  const { labels, highlight } = context
  const text = code.replace(/\n+$/, '')
  const highlighted = (language && highlight?.(text, language)) || [{ type: 'text' as const, value: text }]
  const isDiagram = language === 'mermaid'
  const name = title || codeName(isDiagram, context)
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
  const codeLines = linesOf(highlighted)
  const lines =
    codeLines.length > MAX_LINE_ELEMENTS
      ? highlighted
      : codeLines.map((line, index) => {
          const className = marked.has(index + 1) ? ['l', 'hl'] : ['l']
          return h('span', { className }, [...line, { type: 'text', value: '\n' }])
        })
  const pre = h('pre', { tabIndex: 0, role: 'region', ariaLabel: context.uniqueName(name) }, h('code', lines))
  return h('div', { className: ['code', ...classes, ...(isDiagram ? ['diagram'] : [])] }, [...head, pre])
}

/** Longer code has no element for each line, which takes seconds to render. */
const MAX_LINE_ELEMENTS = 20_000

const codeName = (isDiagram: boolean, { labels, nextNumber }: RenderContext): string =>
  isDiagram
    ? fillLabel(labels.diagram, nextNumber('diagram'))
    : fillLabel(labels.codeExample, nextNumber('code'))

/** Splits highlighted code at line ends, including spans that cover several lines. */
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

/** Parses line ranges such as `1,3-5`. */
function parseLineRanges(ranges: string): Set<number> {
  const lines = new Set<number>()
  for (const range of ranges.split(',')) {
    const [from = 0, to = from] = range.split('-').map(Number)
    for (let line = from; line <= Math.min(to, from + 1000); line++) lines.add(line)
  }
  return lines
}

/** Inline code is rendered without the attributes of raw HTML. */
export const inlineCode: ElementRenderer = (node, context) => {
  const value = hasClass(node, 'expression') ? context.expression?.(textContent(node)) : null
  if (typeof value === 'string') return [{ type: 'text', value }]
  return [{ ...node, properties: {}, children: context.renderAll(node.children) }]
}

/** Longer inline formulas may be wider than a phone screen, and browsers do not break them into lines. */
const MAX_UNSCROLLED_LENGTH = 40

/** An inline formula. */
export const formula: ElementRenderer = (node, context) => {
  const element = renderFormulaSource(node, context, false)
  const isLong = element.tagName === 'math' && textOf(node).length > MAX_UNSCROLLED_LENGTH
  return [isLong ? scrollRegion('span', element, context) : element]
}

/** A formula that is a block. */
export const formulaBlock = (node: Element, context: RenderContext): Element =>
  scrollRegion('div', renderFormulaSource(node, context, true), context)

function scrollRegion(tag: 'span' | 'div', element: Element, context: RenderContext): Element {
  const name = fillLabel(context.labels.formula, context.nextNumber('formula'))
  const region = { tabIndex: 0, role: 'region', ariaLabel: context.uniqueName(name) }
  return h(tag, { className: ['math'], ...region }, element)
}

/** A formula that cannot be rendered is shown as its source. */
function renderFormulaSource(node: Element, { formula: render }: RenderContext, isBlock: boolean): Element {
  const source = textOf(node)
  if (!render) return h('code', source)
  return render(source, isBlock) ?? h('code', { className: ['formula-error'] }, source)
}
