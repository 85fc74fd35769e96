import type { Element, ElementContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import { h } from 'hastscript'
import { renderCellContent } from './columns.ts'
import {
  encodeUrl,
  isElement,
  isFlag,
  propertyText,
  type RenderContext,
  type ResolvedLink,
  type TableColumn,
  textContent,
  withoutBlanks,
} from './context.ts'
import { schemeImages } from './images.ts'

/** A table as cards: each row is a card, and dedicated columns contain its target and its cover. */
export function renderCards(
  table: Element,
  rows: readonly Element[][],
  columns: readonly TableColumn[],
  context: RenderContext,
): ElementContent[] {
  const cards = rows.flatMap((cells) => renderCard(cells, columns, context))
  if (cards.length === 0) return []
  const className = [
    'cards',
    ...(propertyText(table, 'dataCardSize') === 'large' ? ['is-large'] : []),
    ...(propertyText(table, 'dataCardWrap') === 'false' ? ['is-row'] : []),
    ...(isFlag(table, 'dataFullWidth') ? ['is-full'] : []),
  ]
  return [h('div', { className }, cards)]
}

function renderCard(
  cells: readonly Element[],
  columns: readonly TableColumn[],
  context: RenderContext,
): Element[] {
  const urlOf = (matches: (column: TableColumn) => boolean) =>
    cells.map((cell, index) => (columns[index] && matches(columns[index]) ? urlIn(cell) : '')).find(Boolean)
  const target = targetOf(urlOf(({ isTarget }) => isTarget) ?? '', context)
  const cover = schemeImages(
    { light: urlOf(({ isCover }) => isCover) ?? '', dark: urlOf(({ isDarkCover }) => isDarkCover) ?? '' },
    { alt: '' },
    context,
  )
  const parts = cells.flatMap((cell, index) => {
    const column = columns[index]
    const isVisible = !column?.isHidden && !column?.isCover && !column?.isDarkCover
    const isLinkOnly = column?.isTarget === true && target !== undefined
    return isVisible && !isLinkOnly ? [partOf(cell, column, context)] : []
  })
  const content = withTitle(
    parts.filter(({ nodes }) => nodes.length > 0),
    target,
  )
  if (content.length === 0 && cover.length === 0) return []
  const className = ['card', ...(cover.length > 0 ? ['has-cover'] : []), ...(target ? ['is-linked'] : [])]
  return [h('div', { className }, [...cover, ...content])]
}

interface CardPart {
  /** `text` can become the title of the card, and `title` is one. */
  kind: 'title' | 'text' | 'other'
  nodes: ElementContent[]
}

/** The content of a cell: headings and strong text are titles, and loose text is a paragraph. */
function partOf(cell: Element, column: TableColumn | undefined, context: RenderContext): CardPart {
  const nodes = blocksIn(withoutBlanks(renderCellContent(flatHeadings(cell), column, context)))
  if (nodes.some((node) => isElement(node, 'strong'))) return { kind: 'title', nodes }
  const [only, ...more] = nodes
  if (!isElement(only, 'p') || more.length > 0) return { kind: 'other', nodes }
  const title = titleIn(only)
  if (title !== only) return { kind: 'title', nodes: [title] }
  return { kind: hasOwnText(only) ? 'text' : 'other', nodes }
}

/** Headings inside of a card are not part of the outline, so they are strong text. */
const flatHeadings = (cell: Element): Element => ({
  ...cell,
  children: cell.children.map((child) =>
    isElement(child, 'h1', 'h2', 'h3', 'h4', 'h5', 'h6')
      ? { ...child, tagName: 'p', properties: {}, children: [h('strong', child.children)] }
      : child,
  ),
})

/** Puts inline content that is next to blocks into paragraphs; paragraphs of strong text alone are titles. */
function blocksIn(nodes: readonly ElementContent[]): ElementContent[] {
  const blocks: ElementContent[] = []
  let line: Element | undefined
  for (const node of nodes) {
    if (isInline(node)) {
      if (line === undefined) {
        line = h('p')
        blocks.push(line)
      }
      line.children.push(node)
    } else {
      line = undefined
      blocks.push(nodes.length > 1 ? titleIn(node) : node)
    }
  }
  return blocks
}

function titleIn(node: ElementContent): ElementContent {
  if (!isElement(node, 'p')) return node
  const [only, ...more] = withoutBlanks(node.children)
  return more.length === 0 && isElement(only, 'strong') && textContent(only) !== '' ? only : node
}

const isInline = (node: ElementContent) =>
  !isElement(node) ||
  !/^(?:p|ul|ol|dl|div|figure|details|blockquote|pre|table|hr|section)$/.test(node.tagName)

/** Whether a paragraph contains more than icons, pills and links. */
const hasOwnText = (node: Element): boolean =>
  node.children.some((child) => {
    if (child.type === 'text') return child.value.trim() !== ''
    if (!isElement(child) || child.tagName === 'a' || propertyText(child, 'className').includes('pill'))
      return false
    return hasOwnText(child)
  })

/** The parts of a card. Its link is the title, and covers the whole card by its style. */
function withTitle(parts: readonly CardPart[], target: CardTarget | undefined): ElementContent[] {
  const index = parts.findIndex(({ kind }) => kind === 'title')
  const titleIndex = index >= 0 ? index : parts.findIndex(({ kind }) => kind === 'text')
  const content = parts.flatMap(({ nodes }, at) => {
    if (at !== titleIndex) return nodes
    const [first, ...rest] = nodes
    if (!isElement(first)) return nodes
    const place = nodes.findIndex((node) => isElement(node, 'strong'))
    return place < 0
      ? [titleOf(first.children, target), ...rest]
      : nodes.map((node, i) => (i === place && isElement(node) ? titleOf(node.children, target) : node))
  })
  if (titleIndex >= 0 || !target) return content
  return target.title
    ? [titleOf([{ type: 'text', value: target.title }], target), ...content]
    : [stretched(target), ...content]
}

function titleOf(children: ElementContent[], target: CardTarget | undefined): Element {
  if (!target) return h('strong', children)
  if (containsLink(children))
    return h('strong', [...children, stretched(target, textOf(h('span', children)))])
  return h('strong', linkTo(target, children))
}

const containsLink = (nodes: readonly ElementContent[]): boolean =>
  nodes.some((node) => isElement(node) && (node.tagName === 'a' || containsLink(node.children)))

interface CardTarget extends ResolvedLink {
  newTab: boolean
}

const linkTo = ({ href, external, newTab }: CardTarget, children: ElementContent[], ariaLabel?: string) =>
  h(
    'a',
    {
      className: ['card-link'],
      href: encodeUrl(href),
      rel: external ? ['noopener'] : undefined,
      target: external && newTab ? '_blank' : undefined,
      ariaLabel,
    },
    children,
  )

/** A link without text, for a card whose title is missing or contains a link itself. */
const stretched = (target: CardTarget, name?: string) =>
  linkTo(target, [], name || target.title || target.href)

function targetOf(url: string, context: RenderContext): CardTarget | undefined {
  const href = encodeUrl(url)
  if (href === '') return undefined
  const { resolveLink, openExternalInNewTab: newTab = false } = context
  const link = resolveLink
    ? resolveLink(href, { kind: 'content-ref' })
    : { href, external: /^https?:/i.test(href) }
  return link && !link.broken ? { ...link, newTab } : undefined
}

/** The first URL in a cell: of a link, of an image, or as its text. */
export function urlIn(node: Element): string {
  if (isElement(node, 'a')) return propertyText(node, 'href')
  if (isElement(node, 'img')) return propertyText(node, 'src')
  for (const child of node.children) {
    const url = isElement(child) ? urlIn(child) : ''
    if (url) return url
  }
  const text = textOf(node).trim()
  return node.tagName === 'td' && /^\S+\.\S+$/.test(text) ? text : ''
}
