import type { Literal, Node, Parent, RootContent } from 'mdast'

/** Offsets into the parsed text, end exclusive. */
export interface Span {
  start: number
  end: number
}

/** Every block that is written as a tag. `tags.ts` maps older names to these. */
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
  | 'updates'
  | 'update'
  | 'prompt'
  | 'openapi-schemas'
  | 'openapi-webhook'
  | 'integration'
  | 'api-method'
  | 'api-method-summary'
  | 'api-method-description'
  | 'api-method-spec'
  | 'api-method-request'
  | 'api-method-path-parameters'
  | 'api-method-query-parameters'
  | 'api-method-headers'
  | 'api-method-cookies'
  | 'api-method-body-parameters'
  | 'api-method-form-data-parameters'
  | 'api-method-parameter'
  | 'api-method-response'
  | 'api-method-response-example'
  | 'api-method-response-example-description'

/** A block between an opening and a closing tag, or a standalone tag without children. */
export interface BlockTag extends Parent {
  type: 'blockTag'
  name: BlockTagName
  /** An attribute without a value is `''`; `if` has its condition as `expression`. */
  attributes: Record<string, string>
  /** The span of each attribute value, without its quotes. */
  spans: Record<string, Span>
  children: RootContent[]
}

/** A single tag before pairing. The result of `parseMarkdown` contains none. */
export interface TagMark extends Literal {
  type: 'tagMark'
}

/** A formula between double dollar signs; `value` is its source. */
export interface Formula extends Literal {
  type: 'formula'
}

/** Added at the end of a page during rendering, as the place for all footnotes. */
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
    /** For links, images and definitions: the span of the URL. */
    urlSpan?: Span | undefined
    /** For the root: the text it was parsed from. */
    source?: string | undefined
  }
}
