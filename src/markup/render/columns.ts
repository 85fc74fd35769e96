import type { Element, ElementContent } from 'hast'
import { h } from 'hastscript'
import {
  type ElementRenderer,
  isElement,
  isFlag,
  propertyText,
  type RenderContext,
  type TableColumn,
  textContent,
} from './context.ts'

const MAX_RATING = 10

/** The columns that the header cells of a table describe. */
export const columnsOf = (headerCells: readonly Element[]): TableColumn[] =>
  headerCells.map((cell) => {
    const options = optionsOf(cell)
    return {
      type: propertyText(cell, 'dataType') || (hasSelect(cell) ? 'select' : 'text'),
      align: propertyText(cell, 'align'),
      width: Number.parseFloat(propertyText(cell, 'width')) || 0,
      isHidden: isFlag(cell, 'dataHidden'),
      isTarget: isFlag(cell, 'dataCardTarget'),
      isCover: isFlag(cell, 'dataCardCover'),
      isDarkCover: isFlag(cell, 'dataCardCoverDark'),
      options: new Map(options.map((option) => [option.value, option])),
      max: Math.min(MAX_RATING, Math.round(Number(propertyText(cell, 'dataMax'))) || 5),
    }
  })

const hasSelect = (cell: Element) => cell.children.some((child) => isElement(child, 'select'))

function optionsOf(node: Element): { value: string; label: string; color: string }[] {
  return node.children.flatMap((child) => {
    if (!isElement(child, 'select', 'option')) return []
    if (child.tagName === 'select') return optionsOf(child)
    const value = propertyText(child, 'value')
    return [{ value, label: propertyText(child, 'label') || value, color: propertyText(child, 'color') }]
  })
}

type CellRenderer = (cell: Element, column: TableColumn, context: RenderContext) => ElementContent[] | null

/** The content of a cell, which depends on the type of its column; null for content that does not fit the type. */
const cellRenderers: Record<string, CellRenderer> = {
  select: pillsOf,
  checkbox: checkOf,
  rating: ratingOf,
  image: (cell, _, context) => imagesOf(cell, context),
  files: (cell, _, context) => context.renderNested(titledLinks(cell.children)),
  'content-ref': (cell, _, context) => context.renderNested(titledLinks(cell.children)),
}

/** The content of a cell as its column shows it. */
export function renderCellContent(
  cell: Element,
  column: TableColumn | undefined,
  context: RenderContext,
): ElementContent[] {
  const renderer =
    column && Object.hasOwn(cellRenderers, column.type) ? cellRenderers[column.type] : undefined
  return (column && renderer?.(cell, column, context)) ?? context.renderNested(cell.children)
}

function pillsOf(cell: Element, { options }: TableColumn): ElementContent[] | null {
  const selected = cell.children.filter((child) => isElement(child, 'span'))
  if (selected.length === 0) return null
  return selected.flatMap((child, index): ElementContent[] => {
    const option = options.get(propertyText(child, 'dataOption'))
    const label = option?.label ?? textContent(child).replace(/,$/, '')
    const className = ['pill', ...(option ? colorClass('ground', option.color) : [])]
    return [...(index > 0 ? [{ type: 'text' as const, value: ' ' }] : []), h('span', { className }, label)]
  })
}

/** The class of a color with a common name; none for all others. */
export function colorClass(kind: 'ground' | 'ink', color: string): string[] {
  const name = color.replace(/^\$/, '').toLowerCase()
  return /^[a-z]{1,20}$/.test(name) && name !== 'default' ? [`${kind}-${name}`] : []
}

function checkOf(cell: Element, _: TableColumn, { labels }: RenderContext): ElementContent[] | null {
  const value = textContent(cell)
  if (value !== 'true' && value !== 'false') return null
  const checked = value === 'true'
  const ariaLabel = (checked ? labels.done : labels.toDo).replace(/\s*[:：]\s*$/, '')
  return [h('input', { type: 'checkbox', checked, disabled: true, ariaLabel })]
}

function ratingOf(cell: Element, { max }: TableColumn): ElementContent[] | null {
  const text = textContent(cell)
  const value = Math.round(Number(text))
  if (text === '' || !(value >= 0) || value > max) return null
  const stars = '★'.repeat(value) + '☆'.repeat(max - value)
  return [h('span', { className: ['rating'], role: 'img', ariaLabel: `${value}/${max}` }, stars)]
}

/** Images of a cell, which are written as images or as links to them. */
function imagesOf(cell: Element, context: RenderContext): ElementContent[] | null {
  const images = imageUrlsIn(cell).map((src) => h('img', { src, alt: '' }))
  return images.length === 0 ? null : context.renderNested(images)
}

function imageUrlsIn(node: Element): string[] {
  if (isElement(node, 'a')) return [propertyText(node, 'href')]
  if (isElement(node, 'img')) return [propertyText(node, 'src')]
  return node.children.flatMap((child) => (isElement(child) ? imageUrlsIn(child) : []))
}

/** Links that show the title of the page or file they go to. */
function titledLinks(nodes: readonly ElementContent[]): ElementContent[] {
  return nodes.map((node) => {
    if (!isElement(node)) return node
    if (node.tagName === 'a') return { ...node, properties: { ...node.properties, dataMention: '' } }
    return { ...node, children: titledLinks(node.children) }
  })
}

/** Options in a header describe the cells of their column and are not shown. */
export const hiddenElement: ElementRenderer = () => []
