import type { Element, ElementContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { h } from 'hastscript'
import { filled } from '../labels.ts'
import { type Dress, type Dresser, encoded, isElement, said, withoutBlanks, wordsIn } from './dresser.ts'

/** More columns than this do not fit into the measure of the text. */
const mostColumns = 5

export const table: Dress = (node, dresser) => {
  if (said(node, 'dataView') === 'cards') return cards(node, dresser)
  const caption = node.children.find((child) => isElement(child, 'caption'))
  const name = caption && isElement(caption) ? wordsIn(caption) : dresser.heading
  const number = dresser.next('table')
  const columns = Math.max(0, ...rowsOf(node).map((row) => cellsOf(row).length))
  const hidesHead = node.properties.dataHeaderHidden !== undefined || node.children.some(isEmptyHead)
  const parts = node.children.filter((child) => !(hidesHead && isElement(child, 'thead')))
  return [
    h(
      'div',
      {
        className: columns > mostColumns ? ['table', 'is-wide'] : ['table'],
        role: 'region',
        ariaLabel: dresser.named(name || filled(dresser.labels.table, number)),
        tabIndex: 0,
      },
      h('table', dresser.inside(withoutBlanks(parts))),
    ),
  ]
}

/** A head without a word in it names nothing. */
const isEmptyHead = (node: ElementContent): boolean =>
  isElement(node, 'thead') && rowsOf(node).every((row) => cellsOf(row).every(isEmpty))

/** Neither words nor a picture. */
const isEmpty = (cell: Element): boolean => wordsIn(cell) === '' && !holdsPicture(cell)

const holdsPicture = (node: Element): boolean =>
  node.children.some((child) => isElement(child) && (child.tagName === 'img' || holdsPicture(child)))

/** The first cell of a row names the row; numbers stand at the end. */
export const row: Dress = (node, dresser) => {
  const cells = cellsOf(node)
  return [
    h(
      'tr',
      cells.map((cell, index) => drawnCell(cell, index === 0 && cells.length > 1, dresser)),
    ),
  ]
}

function drawnCell(cell: Element, isFirst: boolean, dresser: Dresser): Element {
  const { colSpan, rowSpan, align } = cell.properties
  const isHead = cell.tagName === 'th'
  const className = align === 'right' ? ['num'] : undefined
  const children = lone(dresser.inside(cell.children))
  if (isHead && !isEmpty(cell))
    return h(
      'th',
      { scope: said(cell, 'scope') === 'row' ? 'row' : 'col', className, colSpan, rowSpan },
      children,
    )
  const isLine = !children.some((child) => isElement(child, 'p', 'ul', 'ol', 'div', 'figure'))
  const namesRow = isFirst && isLine && withoutBlanks(children).length > 0 && wordsIn(cell).length <= 60
  return namesRow
    ? h('th', { scope: 'row', className, colSpan, rowSpan }, children)
    : h('td', { className, colSpan, rowSpan }, children)
}

/** A cell's only paragraph is its text. */
function lone(nodes: ElementContent[]): ElementContent[] {
  const inked = withoutBlanks(nodes)
  const [only] = inked
  return inked.length === 1 && isElement(only, 'p') ? only.children : nodes
}

/** Each row is a card: where it leads and its picture stand in columns of their own. */
function cards(node: Element, dresser: Dresser): ElementContent[] {
  const rows = rowsOf(node)
  const head = rows[0]?.children.some((cell) => isElement(cell, 'th')) ? rows[0] : undefined
  const columns = head ? cellsOf(head) : []
  const drawn = rows.filter((row) => row !== head).map((row) => card(cellsOf(row), columns, dresser))
  return drawn.length > 0 ? [h('div', { className: ['cards'] }, drawn)] : []
}

function card(cells: Element[], columns: Element[], dresser: Dresser): Element {
  const has = (index: number, ...names: string[]) =>
    names.some((name) => columns[index]?.properties[name] !== undefined)
  const shown = cells.filter((_, index) => !has(index, 'dataHidden', 'dataCardTarget', 'dataCardCover'))
  const target = cells.find((_, index) => has(index, 'dataCardTarget'))
  const cover = cells.find((_, index) => has(index, 'dataCardCover'))
  const [title, ...texts] = shown.filter((cell) => wordsIn(cell) !== '')
  const url = encoded(target ? addressIn(target) : '')
  const found = url ? resolvedCard(url, dresser) : null
  const picture = cover ? coverOf(cover, dresser) : []
  const content = [
    ...picture,
    ...(title ? [h('strong', wordsIn(title))] : []),
    ...texts.flatMap((cell) => spaced(wordsIn(cell))),
  ]
  const className = picture.length > 0 ? ['card', 'has-cover'] : ['card']
  if (!found || found.broken) return h('div', { className }, content)
  return h(
    'a',
    { className, href: encoded(found.href), rel: found.external ? ['noopener'] : undefined },
    content,
  )
}

const spaced = (value: string): ElementContent[] => [{ type: 'text', value: `${value} ` }]

function resolvedCard(url: string, { resolveLink }: Dresser) {
  return resolveLink
    ? resolveLink(url, { kind: 'content-ref' })
    : { href: url, external: /^https?:/i.test(url) }
}

function coverOf(cell: Element, { resolveImage }: Dresser): Element[] {
  const url = encoded(addressIn(cell))
  const found = url ? (resolveImage ? resolveImage(url) : { src: url }) : null
  if (!found) return []
  const { width, height } = found
  return [h('img', { src: encoded(found.src), alt: '', width, height, loading: 'lazy', decoding: 'async' })]
}

function addressIn(node: Element): string {
  if (isElement(node, 'a')) return said(node, 'href')
  if (isElement(node, 'img')) return said(node, 'src')
  for (const child of node.children) {
    const address = isElement(child) ? addressIn(child) : ''
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
