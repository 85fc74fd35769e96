import type { Literal, Node, Parent, RootContent } from 'mdast'

/** Offsets into the text that was parsed, end exclusive. */
export interface Span {
  start: number
  end: number
}

/** Every block that is written as a tag. Older spellings are folded into these by `tags.ts`. */
export type BlockTagName =
  | 'hint'
  | 'tabs'
  | 'tab'
  | 'stepper'
  | 'step'
  | 'columns'
  | 'column'
  | 'content-ref'
  | 'embed'
  | 'file'
  | 'code'
  | 'openapi'
  | 'swagger'
  | 'swagger-description'
  | 'swagger-parameter'
  | 'swagger-response'
  | 'if'
  | 'include'

/** A block between an opening and a closing tag, or a tag that stands alone (then without children). */
export interface BlockTag extends Parent {
  type: 'blockTag'
  name: BlockTagName
  /** A bare attribute has the value `''`; `if` has its condition as `expression`. */
  attributes: Record<string, string>
  /** Where the value of each attribute stands, without its quotes. */
  spans: Record<string, Span>
  children: RootContent[]
}

/** One tag before it is paired. None is left in the result of `parseMarkdown`. */
export interface TagMark extends Literal {
  type: 'tagMark'
}

/** A formula between double dollar signs; the value is its source. */
export interface Formula extends Literal {
  type: 'formula'
}

/** Stands at the end of a page while it is drawn: the place of all footnotes. */
export interface Footnotes extends Node {
  type: 'footnotes'
}

declare module 'mdast' {
  interface BlockContentMap {
    blockTag: BlockTag
    tagMark: TagMark
  }
  interface PhrasingContentMap {
    tagMark: TagMark
    formula: Formula
  }
  interface RootContentMap {
    blockTag: BlockTag
    tagMark: TagMark
    formula: Formula
    footnotes: Footnotes
  }
}

declare module 'unist' {
  interface Data {
    /** Of links, images and definitions: where the address stands in the text. */
    urlSpan?: Span | undefined
    /** Of the root: the text it was parsed from. */
    source?: string | undefined
  }
}
