import type { Element, ElementContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { h } from 'hastscript'
import { fillLabel } from '../labels.ts'
import {
  type ElementRenderer,
  encodeUrl,
  isElement,
  propertyText,
  type RenderContext,
  textContent,
  withoutBlanks,
} from './context.ts'

/** Tables with more columns are wider than the text column. */
const MAX_COLUMNS = 5

export const table: ElementRenderer = (node, context) => {
  if (propertyText(node, 'dataView') === 'cards') return cards(node, context)
  const caption = node.children.find((child) => isElement(child, 'caption'))
  const name = caption && isElement(caption) ? textContent(caption) : context.heading
  const number = context.nextNumber('table')
  const columns = Math.max(0, ...rowsOf(node).map((row) => cellsOf(row).length))
  const hidesHead = node.properties.dataHeaderHidden !== undefined || node.children.some(isEmptyHead)
  const parts = node.children.filter((child) => !(hidesHead && isElement(child, 'thead')))
  return [
    h(
      'div',
      {
        className: columns > MAX_COLUMNS ? ['table', 'is-wide'] : ['table'],
        role: 'region',
        ariaLabel: context.uniqueName(name || fillLabel(context.labels.table, number)),
        tabIndex: 0,
      },
      h('table', context.renderNested(withoutBlanks(parts))),
    ),
  ]
}

/** Header rows without content are not rendered. */
const isEmptyHead = (node: ElementContent): boolean =>
  isElement(node, 'thead') && rowsOf(node).every((row) => cellsOf(row).every(isEmpty))

/** Contains neither text nor an image. */
const isEmpty = (cell: Element): boolean => textContent(cell) === '' && !containsImage(cell)

const containsImage = (node: Element): boolean =>
  node.children.some((child) => isElement(child) && (child.tagName === 'img' || containsImage(child)))

/** The first cell of a row is its header; right-aligned cells are numbers. */
export const row: ElementRenderer = (node, context) => {
  const cells = cellsOf(node)
  return [
    h(
      'tr',
      cells.map((cell, index) => renderCell(cell, index === 0 && cells.length > 1, context)),
    ),
  ]
}

function renderCell(cell: Element, isFirst: boolean, context: RenderContext): Element {
  const { colSpan, rowSpan, align } = cell.properties
  const isHead = cell.tagName === 'th'
  const className = align === 'right' ? ['num'] : undefined
  const children = unwrapParagraph(context.renderNested(cell.children))
  if (isHead && !isEmpty(cell))
    return h(
      'th',
      { scope: propertyText(cell, 'scope') === 'row' ? 'row' : 'col', className, colSpan, rowSpan },
      children,
    )
  const isLine = !children.some((child) => isElement(child, 'p', 'ul', 'ol', 'div', 'figure'))
  const namesRow = isFirst && isLine && withoutBlanks(children).length > 0 && textContent(cell).length <= 60
  return namesRow
    ? h('th', { scope: 'row', className, colSpan, rowSpan }, children)
    : h('td', { className, colSpan, rowSpan }, children)
}

/** A single paragraph in a cell is unwrapped. */
function unwrapParagraph(nodes: ElementContent[]): ElementContent[] {
  const content = withoutBlanks(nodes)
  const [only] = content
  return content.length === 1 && isElement(only, 'p') ? only.children : nodes
}

/** Each row is a card; dedicated columns contain its target and its cover image. */
function cards(node: Element, context: RenderContext): ElementContent[] {
  const rows = rowsOf(node)
  const head = rows[0]?.children.some((cell) => isElement(cell, 'th')) ? rows[0] : undefined
  const columns = head ? cellsOf(head) : []
  const cardElements = rows.filter((row) => row !== head).map((row) => card(cellsOf(row), columns, context))
  return cardElements.length > 0 ? [h('div', { className: ['cards'] }, cardElements)] : []
}

function card(cells: Element[], columns: Element[], context: RenderContext): Element {
  const has = (index: number, ...names: string[]) =>
    names.some((name) => columns[index]?.properties[name] !== undefined)
  const visible = cells.filter((_, index) => !has(index, 'dataHidden', 'dataCardTarget', 'dataCardCover'))
  const target = cells.find((_, index) => has(index, 'dataCardTarget'))
  const cover = cells.find((_, index) => has(index, 'dataCardCover'))
  const [title, ...texts] = visible.filter((cell) => textContent(cell) !== '')
  const url = encodeUrl(target ? urlIn(target) : '')
  const link = url ? resolveCardTarget(url, context) : null
  const picture = cover ? coverOf(cover, context) : []
  const content = [
    ...picture,
    ...(title ? [h('strong', textContent(title))] : []),
    ...texts.flatMap((cell) => spaced(textContent(cell))),
  ]
  const className = picture.length > 0 ? ['card', 'has-cover'] : ['card']
  if (!link || link.broken) return h('div', { className }, content)
  return h(
    'a',
    { className, href: encodeUrl(link.href), rel: link.external ? ['noopener'] : undefined },
    content,
  )
}

const spaced = (value: string): ElementContent[] => [{ type: 'text', value: `${value} ` }]

function resolveCardTarget(url: string, { resolveLink }: RenderContext) {
  return resolveLink
    ? resolveLink(url, { kind: 'content-ref' })
    : { href: url, external: /^https?:/i.test(url) }
}

function coverOf(cell: Element, { resolveImage }: RenderContext): Element[] {
  const url = encodeUrl(urlIn(cell))
  const image = url ? (resolveImage ? resolveImage(url) : { src: url }) : null
  if (!image) return []
  const { width, height } = image
  return [h('img', { src: encodeUrl(image.src), alt: '', width, height, loading: 'lazy', decoding: 'async' })]
}

function urlIn(node: Element): string {
  if (isElement(node, 'a')) return propertyText(node, 'href')
  if (isElement(node, 'img')) return propertyText(node, 'src')
  for (const child of node.children) {
    const address = isElement(child) ? urlIn(child) : ''
    if (address) return address
  }
  const text = textOf(node).trim()
  return node.tagName === 'td' && /^\S+\.\S+$/.test(text) ? text : ''
}

function rowsOf(node: Element): Element[] {
  return node.children.flatMap((child) => {
    if (!isElement(child)) return []
    return child.tagName === 'tr'
      ? [child]
      : ['thead', 'tbody', 'tfoot'].includes(child.tagName)
        ? rowsOf(child)
        : []
  })
}

const cellsOf = (row: Element) => row.children.filter((child) => isElement(child, 'td', 'th'))
