import type { Element, ElementContent, Root } from 'hast'
import { hintOf, tabsOf } from './blocks.ts'
import { codeOf } from './code.ts'
import { classesOf, element, elementsIn, firstIn, isElement, said, wordsIn } from './elements.ts'

/**
 * Brings the content of any website to the few elements that Markdown knows, with absolute addresses, and
 * leaves out what belongs to the frame: navigation, forms, buttons, signs of anchors.
 */
export function tidied(nodes: ElementContent[], base: string): Root {
  return { type: 'root', children: tidy(nodes, { base, inCell: false, inHeading: false }) }
}

interface Place {
  base: string
  inCell: boolean
  inHeading: boolean
}

const dropped = new Set(
  'nav footer script style template noscript form button svg input select textarea dialog canvas audio object embed link meta'.split(
    ' ',
  ),
)

/** Whole class names and roles; `has-sidebar` on a wrapper says nothing against what is in it. */
const frame = new Set(
  [
    'breadcrumb breadcrumbs theme-doc-breadcrumbs pagination pagination-nav prev-next page-nav md-nav md-sidebar sidebar',
    'toc table-of-contents theme-doc-toc-desktop theme-doc-toc-mobile navigation search banner contentinfo share',
    'headerlink hash-link anchor-link anchorjs-link header-anchor heading-anchor skip-link sr-only visually-hidden',
    'screen-reader-text edit-page edit-this-page edit-link theme-edit-this-page md-content__button md-source-file',
    'copy copybtn copy-button copy-btn copy-code copy-code-button clipboard-button feedback helpful cookie-banner',
    'last-updated theme-last-updated theme-doc-footer vpdocfooter gutter lineno linenos line-numbers-rows',
  ].flatMap((line) => line.split(' ')),
)

const aboutThePage =
  /^(?:edit(?: this page| on git(?:hub|lab)| page)?|view (?:page )?source|improve this page|suggest edits?|copy(?: page| link)?|back to top|permalink|direct link to .*)$/i

function tidy(nodes: ElementContent[], place: Place): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [node]
    return isElement(node) ? tidyElement(node, place) : []
  })
}

function tidyElement(node: Element, place: Place): ElementContent[] {
  const children = () => tidy(node.children, place)
  const known =
    codeOf(node) ??
    (place.inCell
      ? undefined
      : (tabsOf(node, (inner) => tidy(inner, place)) ?? hintOf(node, (inner) => tidy(inner, place))))
  if (known) return place.inCell ? [inlineCode(known)] : [known]
  if (isFrame(node)) return []
  const formula = formulaOf(node)
  if (formula !== null) return [element('lectern-formula', { value: formula }, [])]
  switch (node.tagName) {
    case 'a':
      return link(node, place)
    case 'img':
      return image(node, place)
    case 'iframe':
      return embed(node, place)
    case 'figure':
      return figure(node, place)
    case 'dl':
      return definitions(node, place)
    case 'table':
      return table(node, place)
    case 'th':
    case 'td':
      return [{ ...node, children: cell(node, place) }]
    case 'details':
      return place.inCell ? children() : [details(node, place)]
    default:
      return [bare(node, heading(node) ? tidy(node.children, { ...place, inHeading: true }) : children())]
  }
}

function isFrame(node: Element): boolean {
  if (node.tagName === 'input' && said(node, 'type') === 'checkbox') return false
  if (dropped.has(node.tagName)) return true
  if (node.tagName === 'aside') return true
  if (node.properties.hidden || said(node, 'ariaHidden') === 'true') return true
  if (node.tagName === 'header') return !firstIn(node, (child) => child.tagName === 'h1')
  if (/^(?:main|article|body|section|h[1-6])$/.test(node.tagName)) return false
  return classesOf(node)
    .split(/\s+/)
    .some((name) => frame.has(name))
}

const heading = (node: Element) => /^h[1-6]$/.test(node.tagName)

/** Attributes say nothing in Markdown but where lists start and how cells are aligned. */
function bare(node: Element, children: ElementContent[]): Element {
  const { start, align, checked, type, colSpan, rowSpan } = node.properties
  return element(node.tagName, { start, align, checked, type, colSpan, rowSpan }, children)
}

function link(node: Element, place: Place): ElementContent[] {
  const words = wordsIn(node)
  const image = firstIn(node, (child) => child.tagName === 'img')
  if (!image && (words === '' || /^[¶#§🔗⚓]+$/u.test(words) || aboutThePage.test(words))) return []
  const children = tidy(node.children, place)
  const href = said(node, 'href')
  if (place.inHeading && href.startsWith('#')) return children
  const url = href.startsWith('#') ? href : absolute(href, place.base)
  return url ? [element('a', { href: url }, children)] : children
}

function absolute(address: string, base: string): string | null {
  if (address.trim() === '' || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  return /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : null
}

function image(node: Element, { base }: Place): ElementContent[] {
  const candidates = [said(node, 'src'), said(node, 'dataSrc'), said(node, 'srcSet').split(/[\s,]+/)[0] ?? '']
  const address = candidates.find((candidate) => candidate && !candidate.startsWith('data:')) ?? ''
  const src = absolute(address, base)
  const isPixel = said(node, 'width') === '1' && said(node, 'height') === '1'
  if (!src?.startsWith('http') || isPixel) return []
  return [element('img', { src, alt: said(node, 'alt'), title: said(node, 'title') || undefined }, [])]
}

function embed(node: Element, { base }: Place): ElementContent[] {
  const url = absolute(said(node, 'src'), base)
  const isFilm =
    url && /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be|player\.vimeo\.com)\//.test(url)
  if (!url || !isFilm) return []
  return [element('lectern-embed', { url: url.replace('youtube-nocookie.com', 'youtube.com') }, [])]
}

/** The caption becomes the title of the picture, which is drawn as its caption again. */
function figure(node: Element, place: Place): ElementContent[] {
  const caption = firstIn(node, (child) => child.tagName === 'figcaption')
  const children = tidy(
    node.children.filter((child) => child !== caption),
    place,
  )
  const wrapped = element('div', {}, children)
  const picture = firstIn(wrapped, (child) => child.tagName === 'img')
  const words = caption ? wordsIn(caption) : ''
  if (!picture || !words)
    return [...children, ...(words ? [element('p', {}, tidy(caption?.children ?? [], place))] : [])]
  picture.properties.title = words
  return children
}

function definitions(node: Element, place: Place): ElementContent[] {
  return node.children.flatMap((child): ElementContent[] => {
    if (!isElement(child)) return []
    if (child.tagName === 'dt')
      return [element('p', {}, [element('strong', {}, tidy(child.children, place))])]
    if (child.tagName === 'dd') return [element('div', {}, tidy(child.children, place))]
    return child.tagName === 'div' ? definitions(child, place) : []
  })
}

function table(node: Element, place: Place): ElementContent[] {
  // A table in a cell, and one that only arranges things, is read as text.
  if (place.inCell)
    return tidy(
      elementsIn(node, isCell).flatMap((inner) => [...inner.children, blank]),
      place,
    )
  const rows = elementsIn(node, (child) => child.tagName === 'tr').length
  if (rows === 0 || said(node, 'role') === 'presentation') {
    return tidy(
      elementsIn(node, isCell).flatMap((inner) => inner.children),
      place,
    )
  }
  return [element('table', {}, tidy(node.children, place))]
}

const isCell = (node: Element) => node.tagName === 'td' || node.tagName === 'th'
const blank: ElementContent = { type: 'text', value: ' ' }
const lineBreak = element('lectern-br', {}, [])
const ofCells = new Set([
  'p',
  'div',
  'li',
  'ul',
  'ol',
  'dl',
  'section',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'br',
])

/** A cell of Markdown is one line, so its blocks are parted by line breaks. */
function cell(node: Element, place: Place): ElementContent[] {
  const flat = flattened(tidy(node.children, { ...place, inCell: true }))
  const parts = flat.filter(
    (part, index) => part !== lineBreak || (index > 0 && flat[index - 1] !== lineBreak),
  )
  while (parts.at(-1) === lineBreak) parts.pop()
  return parts
}

function flattened(nodes: ElementContent[]): ElementContent[] {
  const inked = nodes.filter((node) => !(node.type === 'text' && /^\s*\n\s*$/.test(node.value)))
  return inked.flatMap((node) => {
    if (!isElement(node) || !ofCells.has(node.tagName)) return [node]
    return [lineBreak, ...flattened(node.children), lineBreak]
  })
}

function inlineCode(node: Element): Element {
  return element('code', {}, [{ type: 'text', value: wordsIn(node) }])
}

function details(node: Element, place: Place): Element {
  const summary = firstIn(node, (child) => child.tagName === 'summary')
  const rest = node.children.filter((child) => child !== summary)
  return element('lectern-details', { title: summary ? wordsIn(summary) : '' }, tidy(rest, place))
}

/** The source that formulas carry along for those who cannot see them. */
function formulaOf(node: Element): string | null {
  if (!/\bkatex\b|\bmathjax|^math$/.test(`${classesOf(node)} ${node.tagName}`)) return null
  const source = firstIn(node, (child) => said(child, 'encoding') === 'application/x-tex')
  return source ? wordsIn(source) : null
}
