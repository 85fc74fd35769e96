import type { Element, ElementContent } from 'hast'
import { toString as textOf } from 'hast-util-to-string'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import type { ApiBlock } from '../api-blocks.ts'
import type { Labels } from '../labels.ts'

export type LinkUse = 'link' | 'content-ref' | 'file' | 'embed'

export interface ResolvedLink {
  /** What is written into the page. */
  href: string
  /** Leads out of the site. */
  external?: boolean
  /** Title of the page or file that is linked, for blocks that show it and for mentions. */
  title?: string
  /** One line below the title: the page's description, or the kind and size of a file. */
  description?: string
  /** Leads nowhere: its text is shown without a link. */
  broken?: boolean
}

export interface ResolvedImage {
  src: string
  /** Pixels of the picture itself, so that the page does not move while it loads. */
  width?: number
  height?: number
}

export interface DressOptions {
  /** `url` is percent-encoded as in HTML. Null: the text is shown without a link. Never asked for `#…`. */
  resolveLink?: (url: string, context: { kind: LinkUse }) => ResolvedLink | null
  /** Null: the picture is missing, its description is shown instead. Never asked for `data:`. */
  resolveImage?: (url: string) => ResolvedImage | null
  /** Coloured code: text and `span`s with class names; null for code that stays plain. */
  highlight?: (code: string, language: string) => ElementContent[] | null
  /** A formula as MathML; null for what is none, which is then shown as it was written. */
  formula?: (source: string, isBlock: boolean) => Element | null
  /** An operation of an API as its specification describes it; null where that is not known. */
  operation?: (block: ApiBlock) => ApiOperation | null
  /** Links that lead out of the site open beside it. */
  opensOutside?: boolean
  /** Stands before every id, so that two pages can be on one screen. */
  idPrefix: string
  headingIds: boolean
  /** Added to the level of every heading; the result stays between 2 and 4. */
  headingOffset: number
  labels: Labels
}

/** What the functions of this folder work with while one page is drawn. */
export interface Dresser extends DressOptions {
  /** Draws the Markdown of somebody who is no author here: links lead out, headings have no anchors. */
  prose: (markdown: string) => ElementContent[]
  /** Dresses what stands inside of a block; headings in there carry no link of their own. */
  inside: (nodes: ElementContent[]) => ElementContent[]
  /** Dresses nodes where they are. */
  all: (nodes: ElementContent[]) => ElementContent[]
  /** Numbers things of a kind from 1. */
  next: (kind: string) => number
  /** A name for a region; regions of the same name are told apart by a number. */
  named: (name: string) => string
  /** An id that is free on this page, or nothing if it is taken, a heading's or not to be had. */
  claim: (id: string) => string | undefined
  claimAnchor: (id: string) => string | undefined
  /** Anchors that headings of the Markdown have. */
  anchors: ReadonlySet<string>
  isTopLevel: boolean
  /** Text of the heading above. */
  heading: string
}

export type Dress = (node: Element, dresser: Dresser) => ElementContent[]

/** With names: whether the element is one of those. */
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

/** A property as text; lists of words are joined. */
export function said(node: Element, name: string): string {
  const value = node.properties[name]
  if (value === undefined || value === null || value === false) return ''
  return Array.isArray(value) ? value.join(' ') : String(value)
}

export function hasClass(node: Element, name: string): boolean {
  return said(node, 'className').split(' ').includes(name)
}

export function wordsIn(node: Element): string {
  return textOf(node).replace(/\s+/g, ' ').trim()
}

export function withoutBlanks(nodes: ElementContent[]): ElementContent[] {
  return nodes.filter((node) => !isBlank(node))
}

/** Spaces and letters beyond ASCII are written with percent signs; what is encoded already stays. */
export function encoded(url: string): string {
  return url.replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (sign) => encodeURIComponent(sign.toWellFormed()))
}
