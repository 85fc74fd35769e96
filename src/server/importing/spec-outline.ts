import type { OperationListItem } from '#contract/openapi-operations.ts'

/** What an API reference is made of: the operations of a specification, and its tags in their order. */
export type SpecOutline = {
  readonly slug: string
  readonly title: string | null
  readonly operations: readonly OperationListItem[]
  readonly tags: readonly SpecTag[]
  readonly hasModels: boolean
}

/** A tag of a specification with the fields that its page has. */
export type SpecTag = {
  readonly name: string
  readonly title?: string | undefined
  readonly icon?: string | undefined
  /** The description of the page, and its Markdown. */
  readonly summary?: string | undefined
  readonly description?: string | undefined
  readonly parent?: string | undefined
}

/** How an entry of a table of contents wants its reference. */
export type ReferenceOptions = { readonly isByOperation: boolean; readonly hasModels: boolean }

/** An API reference without pages; `spec` is the slug or URL of its specification, `path` its name in the report. */
export type MissingReference = ReferenceOptions & { readonly spec: string; readonly path: string }

/** Where a specification comes from; `file` is that of the text in the source, if it can refer to others. */
export type SpecSource =
  | { readonly url: string }
  | { readonly text: string; readonly file?: SpecFile | undefined }

export type SpecFile = {
  readonly path: string
  /** Reads another file of the source; null if there is none. */
  readonly read: (path: string) => Promise<string | null>
}

/** A specification that an import adds to the organization. */
export type PlannedSpec = {
  readonly slug: string
  readonly source: { readonly url: string } | { readonly text: string }
}

/** What was read of a specification; `text` has the files that it refers to as well. */
export type ReadSpec = { readonly outline: Omit<SpecOutline, 'slug'>; readonly text?: string }

/** Specifications of the organization that is imported into. */
export type SpecServices = {
  /** By slug or source URL; a reason if it was not read successfully yet, null if there is none. */
  readonly find: (name: string) => Promise<SpecOutline | string | null>
  /** Reads a specification, its URL under the rules for outgoing requests; a reason if that fails. */
  readonly read: (source: SpecSource) => Promise<ReadSpec | string>
  /** Whether the person who imports can add specifications. */
  readonly canAdd: () => Promise<boolean>
}
