import type { Element, ElementContent, Properties } from 'hast'
import type { DocumentNode } from '#contract/documents.ts'
import { inline, textNode, voidInline } from './make.ts'
import { type Mark, tidyInlines } from './marks.ts'
import { referenceOf } from './references.ts'

/** An element with its content as it is written around it: from raw HTML, or pieced together from Markdown. */
export type Seen = {
  readonly element: Element
  /** The inlines within it; `marks` are put on all of its text. */
  readonly inside: (marks: readonly Mark[]) => DocumentNode[]
  readonly words: () => string
  /** The element as it is written, for what has no node of its own. */
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

/** The inlines that an element of raw HTML means. */
export function inlinesOf(seen: Seen, marks: readonly Mark[]): DocumentNode[] {
  const { tagName, properties } = seen.element
  const names = Object.keys(properties)
  if (tagName === 'br') return [textNode([{ object: 'leaf', text: '\n', marks: [...marks] }])]
  if (tagName === 'img') return imageOf(properties) ?? seen.raw()
  if (tagName === 'a') return linkOf(seen, marks) ?? seen.raw()
  if (tagName === 'i' && names.length > 0) return iconOf(properties) ?? seen.raw()
  if (tagName === 'code' && names.length > 0) return expressionOf(seen) ?? seen.raw()
  if (tagName === 'mark' || tagName === 'span') {
    const colour = colourOf(properties)
    return colour === null ? seen.raw() : seen.inside([...marks, colour])
  }
  const type = markOf[tagName]
  if (type === undefined || names.length > 0) return seen.raw()
  return seen.inside([...marks, { object: 'mark', type }])
}

/** What a property says, as text. */
export function said(properties: Properties, name: string): string | undefined {
  const value = properties[name]
  if (Array.isArray(value)) return value.join(' ')
  return value === undefined || value === null || value === false ? undefined : String(value)
}

export const onlyHas = (properties: Properties, ...names: string[]): boolean =>
  Object.keys(properties).every((name) => names.includes(name))

export function pixels(value: string | undefined): number | undefined {
  const number = Number(/^([1-9]\d{0,4})(?:px)?$/.exec(value ?? '')?.[1])
  return Number.isNaN(number) ? undefined : number
}

function imageOf(properties: Properties): DocumentNode[] | null {
  if (!onlyHas(properties, 'src', 'alt', 'title', 'width', 'height', 'dataSize', 'dataDarkSrc')) return null
  const size = said(properties, 'dataSize')
  const [width, height] = ['width', 'height'].map((name) => said(properties, name))
  const readable =
    (size === undefined || size === 'line' || size === 'original') && isSize(width) && isSize(height)
  if (!readable) return null
  const dark = said(properties, 'dataDarkSrc')
  return [
    voidInline('inline-image', {
      ref: referenceOf(said(properties, 'src') ?? ''),
      refDark: dark === undefined ? undefined : referenceOf(dark),
      alt: said(properties, 'alt') || undefined,
      caption: said(properties, 'title') || undefined,
      size,
      width: pixels(width),
      height: pixels(height),
    }),
  ]
}

/** A size that is kept as a number of pixels. */
export const isSize = (value: string | undefined): boolean =>
  value === undefined || pixels(value) !== undefined

function linkOf(
  { element: { properties }, inside, words }: Seen,
  marks: readonly Mark[],
): DocumentNode[] | null {
  const href = said(properties, 'href')
  if (href === undefined) return null
  const ref = referenceOf(href)
  const classes = said(properties, 'className')
  const button = /^button(?: (primary|secondary))?$/.exec(classes ?? '')
  if (button && onlyHas(properties, 'href', 'className', 'dataIcon')) {
    const label = words()
    const icon = said(properties, 'dataIcon')
    if (label === '' || (icon !== undefined && !/^[a-z0-9-]{1,50}$/.test(icon))) return null
    return [voidInline('button', { label, kind: button[1] ?? 'primary', icon, ref })]
  }
  if (!onlyHas(properties, 'href', 'title')) return null
  const title = said(properties, 'title')
  if (title === 'mention') return [mentionOf(ref, words())]
  return [inline('link', { ref, title: title || undefined }, tidyInlines(inside(marks), true))]
}

/** Somebody or something that is shown by its name as it is when it is read. */
export const mentionOf = (ref: ReturnType<typeof referenceOf>, label: string): DocumentNode =>
  voidInline('mention', { ref, label: label || undefined })

function iconOf(properties: Properties): DocumentNode[] | null {
  const name = /^fa-([a-z0-9-]{1,50})$/.exec(said(properties, 'className') ?? '')?.[1]
  return name !== undefined && onlyHas(properties, 'className') ? [voidInline('icon', { icon: name })] : null
}

function expressionOf({ element: { properties }, words }: Seen): DocumentNode[] | null {
  const kind = said(properties, 'className')
  const value = words()
  if (value === '' || !onlyHas(properties, 'className')) return null
  if (kind === 'math') return [voidInline('inline-math', { formula: value })]
  return kind === 'expression' ? [voidInline('expression', { expression: value })] : null
}

function colourOf(properties: Properties): Mark | null {
  if (!onlyHas(properties, 'style')) return null
  const data = { text: 'default', background: 'default' }
  for (const part of (said(properties, 'style') ?? '').split(';')) {
    if (part.trim() === '') continue
    const match = /^\s*(background-color|background|color)\s*:\s*(\$?[a-z]{1,20})\s*$/i.exec(part)
    if (!match) return null
    data[match[1]?.toLowerCase() === 'color' ? 'text' : 'background'] = match[2]?.toLowerCase() ?? 'default'
  }
  return { object: 'mark', type: 'color', data }
}

export const isBlank = (node: ElementContent): boolean =>
  node.type === 'text' ? node.value.trim() === '' : node.type === 'comment'
