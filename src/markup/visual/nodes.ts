import type { DocumentNode } from '#contract/documents.ts'

/** A mark in the visual editor. `data` is that of the mark or link in `markup/document`. */
export type EditorMark = { readonly type: string; readonly attrs?: { readonly data: Data } | undefined }

type Data = Readonly<Record<string, unknown>>

/** A node of the visual editor, in the JSON form that ProseMirror reads and writes. */
export type EditorNode = {
  readonly type: string
  readonly attrs?: Readonly<Record<string, unknown>> | undefined
  readonly content?: readonly EditorNode[] | undefined
  readonly marks?: readonly EditorMark[] | undefined
  readonly text?: string | undefined
}

/** Blocks of a document that contain blocks, by the name that the visual editor has for them. */
export const containerTypes = {
  blockquote: 'blockquote',
  hint: 'hint',
  tabs: 'tabs',
  tab: 'tabs-item',
  stepper: 'stepper',
  step: 'stepper-step',
  columns: 'columns',
  column: 'column',
  updates: 'updates',
  update: 'update',
  prompt: 'prompt',
  condition: 'if',
} as const

export const editorNode = (
  type: string,
  attrs: Readonly<Record<string, unknown>>,
  content: readonly EditorNode[] = [],
): EditorNode => (content.length === 0 ? { type, attrs } : { type, attrs, content })

export const emptyParagraph: EditorNode = { type: 'paragraph', attrs: { data: {} } }

/** The data of a node, mark or attribute; empty if there is none. */
export const dataIn = (value: unknown): Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads Markdown that belongs to a page, whose link definitions apply to it. */
export type ReadMarkdown = (markdown: string) => DocumentNode[]
