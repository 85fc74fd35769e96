import type {
  FileEntry,
  PageEntry,
  Reference,
  ReusableEntry,
  Settable,
  TagEntry,
  Variables,
} from './entries.ts'

/** Fields of a page in a change: an absent field stays as it is, an empty text or null clears it. */
export type PageFields = {
  readonly title?: string | undefined
  readonly slug?: string | undefined
  readonly linkTitle?: string | null | undefined
  readonly emoji?: string | null | undefined
  readonly icon?: string | null | undefined
  readonly description?: string | null | undefined
  readonly hidden?: boolean | undefined
  readonly noIndex?: boolean | undefined
  readonly noRobotsIndex?: boolean | undefined
  readonly condition?: string | null | undefined
  readonly layout?: Readonly<Record<string, unknown>> | null | undefined
  readonly cover?: Readonly<Record<string, unknown>> | null | undefined
  readonly tags?: readonly Readonly<Record<string, unknown>>[] | null | undefined
  readonly variables?: PageEntry['variables'] | null | undefined
  readonly metaLinks?: Readonly<Record<string, unknown>> | null | undefined
  readonly frontMatter?: Readonly<Record<string, unknown>> | null | undefined
  readonly target?: Reference | undefined
}

/** Front matter in the Markdown overrides the change's own fields. No Markdown means an empty page. */
export type TextInput = {
  readonly markdown?: string | undefined
  /** Everything is text: no front matter or title is extracted from it. */
  readonly isWhole?: boolean | undefined
}

export type InsertPage = PageFields & {
  readonly operation: 'insert_page'
  /** 1 to 40 letters and digits, if the caller needs to know it in advance; 409 if it is taken. */
  readonly id?: string | undefined
  readonly type?: PageEntry['type'] | undefined
  readonly document?: TextInput | undefined
  /**
   * For imports, which decide on title and slug themselves: the text is used as it is, without extracting front matter
   * or a heading, and a slug that is taken gets a suffix.
   */
  readonly isPlanned?: boolean | undefined
  /** Parent page; null or absent for the root. */
  readonly into?: string | null | undefined
  /** Zero-based index among the siblings; absent for the end. */
  readonly at?: number | undefined
  /** Name within the batch: its texts can link to `./ref.md`. */
  readonly ref?: string | undefined
}

export type UpdatePage = PageFields & {
  readonly operation: 'update_page'
  readonly page: string
  readonly document?: TextInput | undefined
  readonly into?: string | null | undefined
  readonly at?: number | undefined
}

export type DeletePage = { readonly operation: 'delete_page'; readonly page: string }

/** Restores a page's fields and text from a revision of the space; a removed page is restored too. */
export type RevertPage = {
  readonly operation: 'revert_page'
  readonly page: string
  readonly revision?: string | undefined
}

/** A file whose bytes are already in the blob store, see `newFile`. */
export type NewFile = {
  readonly id?: string | undefined
  /** Name within the batch: its texts can link to `./ref`. */
  readonly ref?: string | undefined
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly blob: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

export type InsertFiles = { readonly operation: 'insert_files'; readonly files: readonly NewFile[] }

/** Changes a file's name, bytes, or both; links to it keep working. */
export type UpdateFile = {
  readonly operation: 'update_file'
  readonly file: string
  readonly name?: string | undefined
  readonly content?: Omit<NewFile, 'id' | 'ref' | 'name'> | undefined
}

export type DeleteFile = { readonly operation: 'delete_file'; readonly file: string }

/** Restores a file from a revision of the space; a removed file is restored too. */
export type RevertFile = {
  readonly operation: 'revert_file'
  readonly file: string
  readonly revision?: string | undefined
}

export type InsertReusable = {
  readonly operation: 'insert_reusable_content'
  /** For callers that need to know it in advance, such as imports; must not exist yet. */
  readonly id?: string | undefined
  readonly title: string
  readonly document: TextInput
  readonly ref?: string | undefined
}

export type UpdateReusable = {
  readonly operation: 'update_reusable_content'
  readonly reusableContent: string
  readonly title?: string | undefined
  readonly document?: TextInput | undefined
}

export type DeleteReusable = {
  readonly operation: 'delete_reusable_content'
  readonly reusableContent: string
}

/** Restores a reusable content from a revision of the space, also if it was deleted. */
export type RevertReusable = {
  readonly operation: 'revert_reusable_content'
  readonly reusableContent: string
  readonly revision?: string | undefined
}

/** Sets variables of the space; null deletes one, and the others stay as they are. */
export type UpdateVariables = {
  readonly operation: 'update_variables'
  readonly variables: Readonly<Record<string, Variables[string] | null>>
  /** For imports: variables that exist already stay as they are. */
  readonly isAdded?: boolean | undefined
}

/** Adds tags to the space; those with a slug that it has already stay as they are. */
export type AddTags = { readonly operation: 'add_tags'; readonly tags: readonly TagEntry[] }

/** For pages that move between spaces: entries whose texts are stored and whose links are resolved. */
export type PutEntries = {
  readonly operation: 'put_entries'
  /** New pages, parents before their children. A slug that is taken gets a suffix. */
  readonly inserted: readonly {
    readonly entry: PageEntry
    readonly parent: string | null
    readonly at?: number | undefined
  }[]
  /** Fields of existing pages; those that are gone are left out. */
  readonly replaced: readonly ({ readonly page: string } & Partial<Pick<PageEntry, 'body' | 'target'>>)[]
  readonly files: readonly FileEntry[]
  readonly reusables: readonly ReusableEntry[]
}

/** One operation of an edit. The caller limits their number in a batch. */
export type Change =
  | InsertPage
  | UpdatePage
  | DeletePage
  | RevertPage
  | InsertFiles
  | UpdateFile
  | DeleteFile
  | RevertFile
  | InsertReusable
  | UpdateReusable
  | DeleteReusable
  | RevertReusable
  | UpdateVariables
  | AddTags
  | PutEntries

/** What a batch did to each page, in the order of the first change. */
export type Outcome =
  | { readonly did: 'created'; readonly page: string; readonly ref?: string | undefined }
  | { readonly did: 'updated'; readonly page: string }
  | { readonly did: 'deleted'; readonly page: string }

/** What a batch did to a reusable content. */
export type ReusableOutcome = {
  readonly did: 'created' | 'updated' | 'deleted'
  readonly ref?: string | undefined
}

/** A spot that both sides changed differently; a side is absent if the page, field or text does not exist there. */
export type Conflict = {
  readonly id: string
  readonly page: { readonly id: string; readonly title: string; readonly path?: string }
  readonly kind: 'field' | 'block' | 'page' | 'place'
  readonly field?: Settable
  readonly base?: string
  readonly theirs?: string
  readonly ours?: string
  /** For the kind `page`: the changed pages at or below the removed one. */
  readonly below?: readonly { readonly id: string; readonly title: string }[]
}

/** How to resolve a conflict: with the space's version, the request's version, or a text. */
export type Resolution =
  | { readonly take: 'primary' | 'request' }
  | { readonly take: 'text'; readonly text: string }
