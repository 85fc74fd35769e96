import type { Span } from './nodes.ts'

export type LinkKind = 'link' | 'image' | 'file' | 'content-ref' | 'embed'

/** How the address is written, which decides what must be escaped in it. */
export type LinkForm = 'bare' | 'angle' | 'autolink' | 'literal' | 'html' | 'html-bare' | 'tag'

export interface Link extends Span {
  kind: LinkKind
  /** The address as it is meant: entities and backslashes are resolved, percent signs are kept. */
  url: string
  text: string
  form: LinkForm
}
