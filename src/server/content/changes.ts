import type { PageEntry, Reference, Settable } from './entries.ts'

/** Fields of a page as a change gives them: absent leaves as it is, an empty text or null clears. */
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
  readonly target?: Reference | undefined
}

/** Front matter in the Markdown wins over the fields beside it. No Markdown is an empty page. */
export type TextInput = {
  readonly markdown?: string | undefined
  /** The whole of it is text: no head or title is read out of it. */
  readonly isWhole?: boolean | undefined
}

export type InsertPage = PageFields & {
  readonly operation: 'insert_page'
  /** Of 1 to 40 letters and digits, when the caller has to know it beforehand; 409 when it is taken. */
  readonly id?: string | undefined
  readonly type?: PageEntry['type'] | undefined
  readonly document?: TextInput | undefined
  /**
   * True when the caller has settled title and slug: the text is taken as it is, no head or heading is read out of
   * it, and a slug that is taken gets a suffix. For imports.
   */
  readonly isPlanned?: boolean | undefined
  /** Page to make it in; null or absent for the root. */
  readonly into?: string | null | undefined
  /** Index among the siblings from 0; at the end when absent. */
  readonly at?: number | undefined
  /** Name within the batch: its texts may link `./ref.md`. */
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

/** Puts one page's fields and text back to what they were in a revision of the space; a removed page comes back. */
export type RevertPage = {
  readonly operation: 'revert_page'
  readonly page: string
  readonly revision?: string | undefined
}

/** A file whose bytes are in the blob store already, see `newFile`. */
export type NewFile = {
  readonly id?: string | undefined
  /** Name within the batch: its texts may link `./ref`. */
  readonly ref?: string | undefined
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly blob: string
  readonly width?: number | undefined
  readonly height?: number | undefined
}

export type InsertFiles = { readonly operation: 'insert_files'; readonly files: readonly NewFile[] }

/** Gives a file another name, other bytes, or both; links to it stay as they are. */
export type UpdateFile = {
  readonly operation: 'update_file'
  readonly file: string
  readonly name?: string | undefined
  readonly content?: Omit<NewFile, 'id' | 'ref' | 'name'> | undefined
}

export type DeleteFile = { readonly operation: 'delete_file'; readonly file: string }

/** Puts a file back to what it was in a revision of the space; a removed file comes back. */
export type RevertFile = {
  readonly operation: 'revert_file'
  readonly file: string
  readonly revision?: string | undefined
}

export type InsertReusable = {
  readonly operation: 'insert_reusable_content'
  /** When the caller has to know it beforehand, as an import; never one that is there. */
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

/** One operation of an edit (gaps 4.6). The number of them in a batch is the caller's to limit. */
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

/** What a batch did, one for each page in order of first touch. */
export type Outcome =
  | { readonly did: 'created'; readonly page: string; readonly ref?: string | undefined }
  | { readonly did: 'updated'; readonly page: string }
  | { readonly did: 'deleted'; readonly page: string }

/** What a batch did to one reusable content. */
export type ReusableOutcome = {
  readonly did: 'created' | 'updated' | 'deleted'
  readonly ref?: string | undefined
}

/** One place that two sides changed differently; a side is absent where the thing is not there. */
export type Conflict = {
  readonly id: string
  readonly page: { readonly id: string; readonly title: string; readonly path?: string }
  readonly kind: 'field' | 'block' | 'page' | 'place'
  readonly field?: Settable
  readonly base?: string
  readonly theirs?: string
  readonly ours?: string
  /** With the kind page: what was changed at or below the removed page. */
  readonly below?: readonly { readonly id: string; readonly title: string }[]
}

/** How one conflict is to be settled: what the space has, what the request has, or a text given for it. */
export type Resolution =
  | { readonly take: 'primary' | 'request' }
  | { readonly take: 'text'; readonly text: string }
