import type { Element, ElementContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { ApiOperation, ApiSchema } from '#contract/openapi-operations.ts'
import type { ApiBlock, SchemasBlock } from '../api-blocks.ts'
import type { IconShape } from '../font-icons.ts'
import type { Labels } from '../labels.ts'
import type { EmojiNamed } from '../shortcodes.ts'
import type { TagStyle } from '../updates.ts'

export type LinkUse = 'link' | 'content-ref' | 'file' | 'embed'

export interface ResolvedLink {
  /** The URL to write into the page. */
  href: string
  /** The target is outside of the site. */
  external?: boolean
  /** Title of the linked page or file, for blocks that show it and for mentions. */
  title?: string
  /** One line below the title: the page's description, or the type and size of a file. */
  description?: string
  /** The target does not exist: only the text is shown. */
  broken?: boolean
}

export interface ResolvedImage {
  src: string
  /** Intrinsic size in pixels, which prevents layout shifts while the image loads. */
  width?: number
  height?: number
}

export interface RenderOptions {
  /** `url` is percent-encoded as in HTML. Null: the text is shown without a link. Not called for `#…`. */
  resolveLink?: (url: string, context: { kind: LinkUse }) => ResolvedLink | null
  /** Null: the image is missing, and its alternative text is shown instead. Not called for `data:`. */
  resolveImage?: (url: string) => ResolvedImage | null
  /** Highlighted code as text and `span`s with class names; null for plain code. */
  highlight?: (code: string, language: string) => ElementContent[] | null
  /** A formula as MathML; null for an invalid one, which is then shown as its source. */
  formula?: (source: string, isBlock: boolean) => Element | null
  /** An operation as its specification describes it; null if it is unknown. */
  operation?: (block: ApiBlock) => ApiOperation | null
  /** Named schemas of a specification; null if it is unknown. */
  schemas?: (block: SchemasBlock) => readonly ApiSchema[] | null
  /** An icon by its name, such as `rocket` or `brands/github`; null if there is none. */
  fontIcon?: (name: string) => IconShape | null
  /** The emoji of a shortcode such as `:rocket:`; without it, shortcodes are shown as they are written. */
  emoji?: EmojiNamed
  /** The tags that the settings of the space define, by slug. */
  tags?: ReadonlyMap<string, TagStyle>
  /** URL of the search page, which takes the query as `q`; without it, search buttons do nothing. */
  searchHref?: string
  /** The search dialog also answers questions; without it, buttons that ask are left out. */
  answersQuestions?: boolean
  /** The value of an expression; null shows it as it is written, for authors. */
  expression?: (expression: string) => string | null
  /** Links to other sites open in a new tab. */
  openExternalInNewTab?: boolean
  /** Prefix of every id, so that two pages can be in one document. */
  idPrefix: string
  headingIds: boolean
  /** Added to the level of every heading; the result is limited to 2 to 4. */
  headingOffset: number
  labels: Labels
  /** Language for dates, BCP 47. */
  locale: string
}

/** A column of a table or of cards, as its header describes it. */
export interface TableColumn {
  type: string
  align: string
  /** In pixels; 0 if the width is not set. */
  width: number
  isHidden: boolean
  isTarget: boolean
  isCover: boolean
  isDarkCover: boolean
  /** Options of a select column by their value. */
  options: ReadonlyMap<string, { label: string; color: string }>
  /** The highest rating. */
  max: number
}

/** The state that all renderers share while one page is rendered. */
export interface RenderContext extends RenderOptions {
  /** Renders Markdown from a specification: links are external, and headings have no anchors. */
  renderProse: (markdown: string) => ElementContent[]
  /** Renders the content of a block; headings in it have no anchor link. */
  renderNested: (nodes: ElementContent[]) => ElementContent[]
  /** Renders nodes at the current level. */
  renderAll: (nodes: ElementContent[]) => ElementContent[]
  /** Counts items of a kind, from 1. */
  nextNumber: (kind: string) => number
  /** A unique name for a region; repeated names get a number. */
  uniqueName: (name: string) => string
  /** Claims an id on this page; undefined if it is invalid, taken, or the anchor of a heading. */
  claimId: (id: string) => string | undefined
  claimAnchor: (id: string) => string | undefined
  /** The anchor for the next expandable with this title. */
  expandableAnchor: (title: string) => string
  /** The anchors of headings in the Markdown. */
  anchors: ReadonlySet<string>
  isTopLevel: boolean
  /** The columns of the table around; empty outside of tables. */
  columns: readonly TableColumn[]
  /** Text of the heading above. */
  heading: string
}

export type ElementRenderer = (node: Element, context: RenderContext) => ElementContent[]

/** Whether the node is an element, with one of the names if any are passed. */
export function isElement<Name extends string>(
  node: ElementContent | undefined,
  ...names: Name[]
): node is Element & { tagName: Name } {
  if (node?.type !== 'element') return false
  return names.length === 0 || names.some((name) => name === node.tagName)
}

export function isBlank(node: ElementContent): boolean {
  return node.type === 'text' ? node.value.trim() === '' : node.type !== 'element'
}

/** A property as text; lists are joined with spaces. */
export function propertyText(node: Element, name: string): string {
  const value = node.properties[name]
  if (value === undefined || value === null || value === false) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

/** Whether an attribute is set, to anything but `false`. */
export const isFlag = (node: Element, name: string): boolean =>
  node.properties[name] !== undefined && propertyText(node, name) !== 'false'

export function hasClass(node: Element, name: string): boolean {
  return propertyText(node, 'className').split(' ').includes(name)
}

export function textContent(node: Element): string {
  return textOf(node).replace(/\s+/g, ' ').trim()
}

export function withoutBlanks(nodes: ElementContent[]): ElementContent[] {
  return nodes.filter((node) => !isBlank(node))
}

/** Percent-encodes spaces and non-ASCII characters; existing escapes are preserved. */
export function encodeUrl(url: string): string {
  return url.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (sign) => encodeURIComponent(sign.toWellFormed()))
}
