import type { Element, ElementContent, RootContent } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { toString as textOf } from 'hast-util-to-string'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import type { DocumentNode } from '#contract/documents.ts'
import { type Mark, trimLines } from './marks.ts'
import { block, fragment, textNode, voidBlock, voidInline } from './nodes.ts'
import { paragraphs } from './paragraphs.ts'
import { hasOnly, inlinesOf, isBlank, isSize, pixels, propertyText } from './read-elements.ts'
import { tableOf } from './read-html-table.ts'
import { referenceOf } from './references.ts'

const html = unified().use(rehypeParse, { fragment: true }).freeze()

export const isContent = (node: RootContent): node is ElementContent => node.type !== 'doctype'

export const parseHtml = (value: string): ElementContent[] => html.parse(value).children.filter(isContent)

export const isElement = (node: ElementContent | undefined, ...names: string[]): node is Element =>
  node?.type === 'element' && names.includes(node.tagName)

/** Raw HTML as a block: images, tables and aligned paragraphs as their own types, anything else as `html`. */
export function htmlBlock(value: string): DocumentNode[] {
  const content = parseHtml(value).filter((node) => !isBlank(node))
  const [only] = content
  if (content.length !== 1 || only?.type !== 'element') return [voidBlock('html', { html: value })]
  const nodes = only.tagName === 'img' ? phrasing([only]) : null
  if (nodes?.[0]?.type === 'inline-image') return paragraphs({}, nodes)
  return [elementBlock(only) ?? voidBlock('html', { html: value })]
}

function elementBlock(element: Element): DocumentNode | null {
  const { tagName, properties } = element
  if (tagName === 'figure') return figures([element], {})
  if (tagName === 'div')
    return figures(
      element.children.filter((node) => !isBlank(node)),
      properties,
    )
  if (tagName === 'table') return tableOf(element, phrasing)
  if (tagName !== 'p' || !hasOnly(properties, 'align')) return null
  const align = ({ center: 'center', right: 'end' } as const)[propertyText(properties, 'align') ?? '']
  const nodes = align === undefined ? null : phrasing(element.children)
  return nodes === null || nodes.length === 0 ? null : block('paragraph', { align }, nodes)
}

/** Images next to each other, each with its caption. */
function figures(nodes: readonly ElementContent[], properties: Element['properties']): DocumentNode | null {
  if (!hasOnly(properties, 'dataFullWidth', 'dataWithFrame', 'align') || nodes.length === 0) return null
  const images = nodes.map((node) => (isElement(node, 'figure') ? imageIn(node) : null))
  if (images.includes(null)) return null
  const align = propertyText(properties, 'align')
  const alignment = ({ left: 'start', center: 'center', right: 'end' } as const)[align ?? '']
  if (align !== undefined && alignment === undefined) return null
  const data = {
    align: alignment,
    fullWidth: properties.dataFullWidth === undefined ? undefined : true,
    withFrame: properties.dataWithFrame === undefined ? undefined : true,
  }
  return block(
    'images',
    data,
    images.filter((image) => image !== null),
  )
}

function imageIn(figure: Element): DocumentNode | null {
  if (!hasOnly(figure.properties)) return null
  const [picture, caption, ...more] = figure.children.filter((node) => !isBlank(node))
  if (!isElement(picture, 'img', 'picture') || more.length > 0) return null
  if (caption !== undefined && !isElement(caption, 'figcaption')) return null
  const data = pictureData(picture)
  const captionNodes = caption === undefined ? [] : captionOf(caption)
  if (data === null || captionNodes === null) return null
  return voidBlock('image', data, captionNodes.length === 0 ? [] : [fragment('caption', captionNodes)])
}

/** A single paragraph in a caption is unwrapped. */
function captionOf(caption: Element): DocumentNode[] | null {
  const content = caption.children.filter((node) => !isBlank(node))
  const [only] = content
  if (!hasOnly(caption.properties)) return null
  return phrasing(content.length === 1 && isElement(only, 'p') ? only.children : caption.children)
}

function pictureData(picture: Element): Record<string, unknown> | null {
  const image = picture.tagName === 'img' ? picture : picture.children.find((node) => isElement(node, 'img'))
  const source = picture.children.find((node) => node.type === 'element' && node.tagName === 'source')
  if (!isElement(image, 'img') || !hasOnly(image.properties, 'src', 'alt', 'width', 'height')) return null
  if (isElement(picture, 'picture') && !isElement(source, 'source')) return null
  const [src = '', alt, width, height] = ['src', 'alt', 'width', 'height'].map((name) =>
    propertyText(image.properties, name),
  )
  if (src === '' || !isSize(width) || !isSize(height)) return null
  const dark = isElement(source, 'source') ? darkSource(source) : undefined
  if (dark === null) return null
  return {
    ref: referenceOf(src),
    refDark: dark === undefined ? undefined : referenceOf(dark),
    alt: alt || undefined,
    width: pixels(width),
    height: pixels(height),
  }
}

function darkSource({ properties }: Element): string | null {
  const isDark = propertyText(properties, 'media') === '(prefers-color-scheme: dark)'
  return isDark && hasOnly(properties, 'srcSet', 'media')
    ? (propertyText(properties, 'srcSet') ?? null)
    : null
}

/** The content of an element as inlines; null if it contains blocks. */
export function phrasing(nodes: readonly ElementContent[]): DocumentNode[] | null {
  if (nodes.some(containsBlock)) return null
  return trimLines(nodes.flatMap((node) => inlinesAt(node, [])))
}

const blocks = new Set(
  'address article aside blockquote details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table ul'.split(
    ' ',
  ),
)

const containsBlock = (node: ElementContent): boolean =>
  node.type === 'element' && (blocks.has(node.tagName) || node.children.some(containsBlock))

function inlinesAt(node: ElementContent, marks: readonly Mark[]): DocumentNode[] {
  if (node.type !== 'element' && node.type !== 'text') return [voidInline('html', { html: toHtml(node) })]
  if (node.type === 'text') {
    const text = node.value.replace(/(?<![ \t])[ \t]*\n[ \t\n]*/g, ' ')
    return [textNode([{ object: 'leaf', text, marks: [...marks] }])]
  }
  return inlinesOf(
    {
      element: node,
      content: (inner) => node.children.flatMap((child) => inlinesAt(child, inner)),
      text: () => textOf(node),
      raw: () => [voidInline('html', { html: toHtml(node) })],
    },
    marks,
  )
}
