import type { Element, ElementContent, Properties } from 'hast'
import type { DocumentNode } from '#contract/documents.ts'
import { type Mark, normalizeInlines } from './marks.ts'
import { inline, textNode, voidInline } from './nodes.ts'
import { referenceOf } from './references.ts'

/** An inline element with access to its content: from raw HTML, or paired from tags in Markdown. */
export type ElementSource = {
  readonly element: Element
  /** Its content as inlines, with `marks` on all text. */
  readonly content: (marks: readonly Mark[]) => DocumentNode[]
  readonly text: () => string
  /** The element as raw HTML, if there is no node type for it. */
  readonly raw: () => DocumentNode[]
}

const markOf: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strikethrough',
  del: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
  kbd: 'keyboard',
  code: 'code',
}

/** The inlines for an element of raw HTML. */
export function inlinesOf(source: ElementSource, marks: readonly Mark[]): DocumentNode[] {
  const { tagName, properties } = source.element
  const names = Object.keys(properties)
  if (tagName === 'br') return [textNode([{ object: 'leaf', text: '\n', marks: [...marks] }])]
  if (tagName === 'img') return imageOf(properties) ?? source.raw()
  if (tagName === 'a') return linkOf(source, marks) ?? source.raw()
  if (tagName === 'i' && names.length > 0) return iconOf(properties) ?? source.raw()
  if (tagName === 'code' && names.length > 0) return expressionOf(source) ?? source.raw()
  if (tagName === 'mark' || tagName === 'span') {
    const color = colorOf(properties)
    return color === null ? source.raw() : source.content([...marks, color])
  }
  const type = markOf[tagName]
  if (type === undefined || names.length > 0) return source.raw()
  return source.content([...marks, { object: 'mark', type }])
}

/** A property as text. */
export function propertyText(properties: Properties, name: string): string | undefined {
  const value = properties[name]
  if (Array.isArray(value)) return value.join(' ')
  return value === undefined || value === null || value === false ? undefined : String(value)
}

export const hasOnly = (properties: Properties, ...names: string[]): boolean =>
  Object.keys(properties).every((name) => names.includes(name))

export function pixels(value: string | undefined): number | undefined {
  const number = Number(/^([1-9]\d{0,4})(?:px)?$/.exec(value ?? '')?.[1])
  return Number.isNaN(number) ? undefined : number
}

function imageOf(properties: Properties): DocumentNode[] | null {
  if (!hasOnly(properties, 'src', 'alt', 'title', 'width', 'height', 'dataSize', 'dataDarkSrc')) return null
  const size = propertyText(properties, 'dataSize')
  const [width, height] = ['width', 'height'].map((name) => propertyText(properties, name))
  const readable =
    (size === undefined || size === 'line' || size === 'original') && isSize(width) && isSize(height)
  if (!readable) return null
  const dark = propertyText(properties, 'dataDarkSrc')
  return [
    voidInline('inline-image', {
      ref: referenceOf(propertyText(properties, 'src') ?? ''),
      refDark: dark === undefined ? undefined : referenceOf(dark),
      alt: propertyText(properties, 'alt') || undefined,
      caption: propertyText(properties, 'title') || undefined,
      size,
      width: pixels(width),
      height: pixels(height),
    }),
  ]
}

/** Whether a size can be stored as a number of pixels. */
export const isSize = (value: string | undefined): boolean =>
  value === undefined || pixels(value) !== undefined

function linkOf(
  { element: { properties }, content, text }: ElementSource,
  marks: readonly Mark[],
): DocumentNode[] | null {
  const href = propertyText(properties, 'href')
  if (href === undefined) return null
  const ref = referenceOf(href)
  const classes = propertyText(properties, 'className')
  const button = /^button(?: (primary|secondary))?$/.exec(classes ?? '')
  if (button && hasOnly(properties, 'href', 'className', 'dataIcon')) {
    const label = text()
    const icon = propertyText(properties, 'dataIcon')
    if (label === '' || (icon !== undefined && !/^[a-z0-9-]{1,50}$/.test(icon))) return null
    return [voidInline('button', { label, kind: button[1] ?? 'primary', icon, ref })]
  }
  if (!hasOnly(properties, 'href', 'title')) return null
  const title = propertyText(properties, 'title')
  if (title === 'mention') return [mentionOf(ref, text())]
  return [inline('link', { ref, title: title || undefined }, normalizeInlines(content(marks), true))]
}

/** A mention of a user or page, which is shown with its current name. */
export const mentionOf = (ref: ReturnType<typeof referenceOf>, label: string): DocumentNode =>
  voidInline('mention', { ref, label: label || undefined })

function iconOf(properties: Properties): DocumentNode[] | null {
  const name = /^fa-([a-z0-9-]{1,50})$/.exec(propertyText(properties, 'className') ?? '')?.[1]
  return name !== undefined && hasOnly(properties, 'className') ? [voidInline('icon', { icon: name })] : null
}

function expressionOf({ element: { properties }, text }: ElementSource): DocumentNode[] | null {
  const kind = propertyText(properties, 'className')
  const value = text()
  if (value === '' || !hasOnly(properties, 'className')) return null
  if (kind === 'math') return [voidInline('inline-math', { formula: value })]
  return kind === 'expression' ? [voidInline('expression', { expression: value })] : null
}

function colorOf(properties: Properties): Mark | null {
  if (!hasOnly(properties, 'style')) return null
  const data = { text: 'default', background: 'default' }
  for (const part of (propertyText(properties, 'style') ?? '').split(';')) {
    if (part.trim() === '') continue
    const match = /^\s*(background-color|background|color)\s*:\s*(\$?[a-z]{1,20})\s*$/i.exec(part)
    if (!match) return null
    data[match[1]?.toLowerCase() === 'color' ? 'text' : 'background'] = match[2]?.toLowerCase() ?? 'default'
  }
  return { object: 'mark', type: 'color', data }
}

export const isBlank = (node: ElementContent): boolean =>
  node.type === 'text' ? node.value.trim() === '' : node.type === 'comment'
