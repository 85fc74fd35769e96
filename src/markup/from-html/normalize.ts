import type { Element, ElementContent, Root } from 'hast'
import { percentDecoded } from '../percent-decoded.ts'
import { hintOf, tabsOf } from './blocks.ts'
import { codeOf } from './code.ts'
import { classesOf, element, elementsIn, firstIn, isElement, propertyText, textContent } from './elements.ts'

/**
 * Reduces the content of any website to the elements that Markdown supports, with absolute URLs, and removes what is
 * not content: navigation, forms, buttons, anchor links.
 */
export function normalizeContent(nodes: ElementContent[], base: string): Root {
  return { type: 'root', children: normalize(nodes, { base, inCell: false, inHeading: false }) }
}

interface NormalizeContext {
  base: string
  inCell: boolean
  inHeading: boolean
}

const dropped = new Set(
  'nav footer script style template noscript form button svg input select textarea dialog canvas object embed link meta'.split(
    ' ',
  ),
)

/** Whole class names and roles of elements that are not content; `has-sidebar` on a wrapper does not match. */
const pageChrome = new Set(
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

function normalize(nodes: ElementContent[], context: NormalizeContext): ElementContent[] {
  return nodes.flatMap((node) => {
    if (node.type === 'text') return [node]
    return isElement(node) ? normalizeElement(node, context) : []
  })
}

function normalizeElement(node: Element, context: NormalizeContext): ElementContent[] {
  const children = () => normalize(node.children, context)
  const block =
    codeOf(node) ??
    (context.inCell
      ? undefined
      : (tabsOf(node, (inner) => normalize(inner, context)) ??
        hintOf(node, (inner) => normalize(inner, context))))
  if (block) return context.inCell ? [inlineCode(block)] : [block]
  if (isPageChrome(node)) return []
  const formula = formulaOf(node)
  if (formula !== null) return [element('lectern-formula', { value: formula }, [])]
  switch (node.tagName) {
    case 'a':
      return link(node, context)
    case 'img':
      return image(node, context)
    case 'iframe':
      return embed(node, context)
    case 'video':
    case 'audio':
      return mediaLink(node, context)
    case 'figure':
      return figure(node, context)
    case 'dl':
      return definitions(node, context)
    case 'table':
      return table(node, context)
    case 'th':
    case 'td':
      return [{ ...node, children: cell(node, context) }]
    case 'details':
      return context.inCell ? children() : [details(node, context)]
    default:
      return [
        withoutAttributes(
          node,
          heading(node) ? normalize(node.children, { ...context, inHeading: true }) : children(),
        ),
      ]
  }
}

function isPageChrome(node: Element): boolean {
  if (node.tagName === 'input' && propertyText(node, 'type') === 'checkbox') return false
  if (dropped.has(node.tagName)) return true
  if (node.tagName === 'aside') return true
  if (node.properties.hidden || propertyText(node, 'ariaHidden') === 'true') return true
  if (node.tagName === 'header') return !firstIn(node, (child) => child.tagName === 'h1')
  if (/^(?:main|article|body|section|h[1-6])$/.test(node.tagName)) return false
  return classesOf(node)
    .split(/\s+/)
    .some((name) => pageChrome.has(name))
}

const heading = (node: Element) => /^h[1-6]$/.test(node.tagName)

/** Removes all attributes except those that Markdown can express. */
function withoutAttributes(node: Element, children: ElementContent[]): Element {
  const { start, align, checked, type, colSpan, rowSpan } = node.properties
  return element(node.tagName, { start, align, checked, type, colSpan, rowSpan }, children)
}

function link(node: Element, context: NormalizeContext): ElementContent[] {
  const text = textContent(node)
  const image = firstIn(node, (child) => child.tagName === 'img')
  if (!image && (text === '' || /^[¶#§🔗⚓]+$/u.test(text) || aboutThePage.test(text))) return []
  const children = normalize(node.children, context)
  const href = propertyText(node, 'href')
  if (context.inHeading && href.startsWith('#')) return children
  const url = href.startsWith('#') ? href : absoluteUrl(href, context.base)
  return url ? [element('a', { href: url }, children)] : children
}

/** A video or a sound as a link with the name of its file. */
function mediaLink(node: Element, { base }: NormalizeContext): ElementContent[] {
  const source = firstIn(node, (child) => child.tagName === 'source')
  const url = absoluteUrl(propertyText(node, 'src') || (source ? propertyText(source, 'src') : ''), base)
  if (!url?.startsWith('http')) return []
  const name = percentDecoded(new URL(url).pathname).split('/').at(-1) || node.tagName
  return [element('a', { href: url }, [{ type: 'text', value: name }])]
}

function absoluteUrl(address: string, base: string): string | null {
  if (address.trim() === '' || !URL.canParse(address, base)) return null
  const url = new URL(address, base)
  return /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : null
}

function image(node: Element, { base }: NormalizeContext): ElementContent[] {
  const candidates = [
    propertyText(node, 'src'),
    propertyText(node, 'dataSrc'),
    propertyText(node, 'srcSet').split(/[\s,]+/)[0] ?? '',
  ]
  const address = candidates.find((candidate) => candidate && !candidate.startsWith('data:')) ?? ''
  const src = absoluteUrl(address, base)
  const isPixel = propertyText(node, 'width') === '1' && propertyText(node, 'height') === '1'
  if (!src?.startsWith('http') || isPixel) return []
  return [
    element(
      'img',
      { src, alt: propertyText(node, 'alt'), title: propertyText(node, 'title') || undefined },
      [],
    ),
  ]
}

function embed(node: Element, { base }: NormalizeContext): ElementContent[] {
  const url = absoluteUrl(propertyText(node, 'src'), base)
  const isFilm =
    url && /^https:\/\/(?:www\.)?(?:youtube(?:-nocookie)?\.com|youtu\.be|player\.vimeo\.com)\//.test(url)
  if (!url || !isFilm) return []
  return [element('lectern-embed', { url: url.replace('youtube-nocookie.com', 'youtube.com') }, [])]
}

/** The caption becomes the title of the image, which is rendered as a caption again. */
function figure(node: Element, context: NormalizeContext): ElementContent[] {
  const caption = firstIn(node, (child) => child.tagName === 'figcaption')
  const children = normalize(
    node.children.filter((child) => child !== caption),
    context,
  )
  const wrapped = element('div', {}, children)
  const picture = firstIn(wrapped, (child) => child.tagName === 'img')
  const captionText = caption ? textContent(caption) : ''
  if (!picture || !captionText)
    return [
      ...children,
      ...(captionText ? [element('p', {}, normalize(caption?.children ?? [], context))] : []),
    ]
  picture.properties.title = captionText
  return children
}

function definitions(node: Element, context: NormalizeContext): ElementContent[] {
  return node.children.flatMap((child): ElementContent[] => {
    if (!isElement(child)) return []
    if (child.tagName === 'dt')
      return [element('p', {}, [element('strong', {}, normalize(child.children, context))])]
    if (child.tagName === 'dd') return [element('div', {}, normalize(child.children, context))]
    return child.tagName === 'div' ? definitions(child, context) : []
  })
}

function table(node: Element, context: NormalizeContext): ElementContent[] {
  // A nested table, and one that is only for layout, is converted to text.
  if (context.inCell)
    return normalize(
      elementsIn(node, isCell).flatMap((inner) => [...inner.children, blank]),
      context,
    )
  const rows = elementsIn(node, (child) => child.tagName === 'tr').length
  if (rows === 0 || propertyText(node, 'role') === 'presentation') {
    return normalize(
      elementsIn(node, isCell).flatMap((inner) => inner.children),
      context,
    )
  }
  return [element('table', {}, normalize(node.children, context))]
}

const isCell = (node: Element) => node.tagName === 'td' || node.tagName === 'th'
const blank: ElementContent = { type: 'text', value: ' ' }
const lineBreak = element('lectern-br', {}, [])
const lineBreakingElements = new Set([
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

/** A Markdown cell is one line, so its blocks are separated by line breaks. */
function cell(node: Element, context: NormalizeContext): ElementContent[] {
  const flat = flattenCell(normalize(node.children, { ...context, inCell: true }))
  const parts = flat.filter(
    (part, index) => part !== lineBreak || (index > 0 && flat[index - 1] !== lineBreak),
  )
  while (parts.at(-1) === lineBreak) parts.pop()
  return parts
}

function flattenCell(nodes: ElementContent[]): ElementContent[] {
  const content = nodes.filter((node) => !(node.type === 'text' && /^\s*\n\s*$/.test(node.value)))
  return content.flatMap((node) => {
    if (!isElement(node) || !lineBreakingElements.has(node.tagName)) return [node]
    if (node.tagName === 'ul' || node.tagName === 'ol') return listInCell(node)
    return [lineBreak, ...flattenCell(node.children), lineBreak]
  })
}

/** The items of a list as lines that begin with what a list shows before them. */
function listInCell(list: Element): ElementContent[] {
  const first = Number(propertyText(list, 'start') || 1)
  const items = list.children.filter(isElement)
  return items.flatMap((item, index) => {
    const [start, ...others] = withoutBreaks(flattenCell(item.children))
    if (start === undefined) return []
    const marker = list.tagName === 'ol' ? `${first + index}. ` : '• '
    const isTask = isElement(start) && start.tagName === 'input'
    const lead: ElementContent[] = isTask ? [] : [{ type: 'text', value: marker }]
    return [lineBreak, ...lead, start, ...others, lineBreak]
  })
}

const withoutBreaks = (nodes: ElementContent[]): ElementContent[] =>
  nodes.slice(nodes.findIndex((node) => node !== lineBreak))

function inlineCode(node: Element): Element {
  return element('code', {}, [{ type: 'text', value: textContent(node) }])
}

function details(node: Element, context: NormalizeContext): Element {
  const summary = firstIn(node, (child) => child.tagName === 'summary')
  const content = node.children.filter((child) => child !== summary)
  return element(
    'lectern-details',
    { title: summary ? textContent(summary) : '' },
    normalize(content, context),
  )
}

/** The TeX source in the annotation of a rendered formula. */
function formulaOf(node: Element): string | null {
  if (!/\bkatex\b|\bmathjax|^math$/.test(`${classesOf(node)} ${node.tagName}`)) return null
  const source = firstIn(node, (child) => propertyText(child, 'encoding') === 'application/x-tex')
  return source ? textContent(source) : null
}
