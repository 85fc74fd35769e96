import type { Element } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { textNode } from '../document/nodes.ts'
import { propertyText } from '../document/read-elements.ts'
import { isElement } from '../document/read-html.ts'
import { htmlOf } from '../document/write-html.ts'
import { columnsOf } from '../render/columns.ts'
import { linkHtml, parseCell } from './card-cell.ts'
import { type CardsSource, headerCells } from './cards.ts'

/** A column with a type, as its header describes it. */
export type ValueColumn = {
  readonly title: string
  readonly type: string
  readonly options: readonly { readonly value: string; readonly label: string; readonly color: string }[]
  /** Whether a cell can have several options. */
  readonly isMultiple: boolean
  /** The highest rating. */
  readonly max: number
  /** In pixels; 0 if the width is not set. */
  readonly width: number
  /** How readers see its cells; empty if the alignment is not set, where numbers are at the end. */
  readonly align: string
}

/** The columns of a table, in the order of its cells. */
export function headerColumns(source: CardsSource): ValueColumn[] {
  const cells = headerCells(source)
  return columnsOf([...cells]).map(({ type, options, max, width, align }, index) => ({
    title: titleIn(cells[index]),
    type,
    max,
    width,
    align,
    options: [...options].map(([value, option]) => ({ value, ...option })),
    isMultiple: cells[index]?.properties.dataMultiple !== undefined,
  }))
}

const titleIn = (cell: Element | undefined): string => (cell === undefined ? '' : textOf(cell).trim())

const text = (value: string) => textNode([{ object: 'leaf', text: value, marks: [] }])

/** Whether a cell has the tick of a checkbox. */
export const isChecked = (html: string): boolean => html.trim() === 'true'

/** The rating in a cell; 0 if there is none. */
export function ratingIn(html: string, max: number): number {
  const value = Math.round(Number(html))
  return value >= 0 && value <= max ? value : 0
}

/** The values of the options that a cell has. */
export const optionsIn = (html: string): string[] =>
  elementsOf(html, 'span').flatMap(({ properties }) => propertyText(properties, 'dataOption') ?? [])

/** A cell with some options of its column, in their order. */
export const cellWithOptions = ({ options }: ValueColumn, values: readonly string[]): string =>
  options
    .filter(({ value }) => values.includes(value))
    .map(
      ({ value, label }) =>
        `<span data-option="${value.replaceAll('&', '&#x26;').replaceAll('"', '&#x22;')}">${htmlOf([text(label)])}</span>`,
    )
    .join(', ')

/** What a cell links to: files, pages or images. */
export type CellLink = { readonly address: string; readonly label: string }

export const linksIn = (html: string): CellLink[] =>
  elementsOf(html, 'a', 'img').map((element) => ({
    address: propertyText(element.properties, element.tagName === 'a' ? 'href' : 'src') ?? '',
    label: textOf(element),
  }))

/** A cell with links. What it already has keeps its source if one is added. */
export function cellWithLinks(html: string, links: readonly CellLink[]): string {
  const before = linksIn(html)
  const isAdded = before.every(({ address }, index) => links[index]?.address === address)
  const written = (isAdded ? links.slice(before.length) : links).map(({ address, label }) =>
    linkHtml(address, label || address),
  )
  return [...(isAdded && html.trim() !== '' ? [html] : []), ...written].join(', ')
}

function elementsOf(html: string, ...names: string[]): Element[] {
  const found: Element[] = []
  const visit = (element: Element): void => {
    for (const child of element.children) {
      if (child.type !== 'element') continue
      if (names.includes(child.tagName)) found.push(child)
      else visit(child)
    }
  }
  const cell = parseCell(html)
  if (cell !== null) visit(cell)
  return found
}

/** The source of a table with another title of a column; null if the title contains more than text. */
export function withColumnTitle(source: CardsSource, index: number, title: string): CardsSource | null {
  const cell = headerCells(source)[index]
  const first = cell?.children[0]
  const start = cell?.data?.position?.opening?.end.offset
  if (cell === undefined || start === undefined || !/^[^<>]*$/.test(textOf(cell))) return null
  if (first !== undefined && first.type !== 'text' && !isElement(first, 'select')) return null
  const end = first?.type === 'text' ? first.position?.end.offset : start
  if (end === undefined || cell.children.slice(1).some((child) => !isElement(child, 'select'))) return null
  const opening = source.opening.slice(0, start) + htmlOf([text(title)]) + source.opening.slice(end)
  return { ...source, opening }
}
