import type { Defaulted, Nullable, NullableJson } from './people.ts'

export type ContentObjectTable = { organization_id: string; hash: Buffer; kind: string; body: string }

export type RevisionType = 'edits' | 'merge' | 'rollback' | 'update'

export type RevisionTable = {
  organization_id: string
  space_id: string
  id: string
  parents: Defaulted<string[]>
  root: Buffer
  type: RevisionType
  /** Null for the revisions of the space itself. */
  change_request_id: Nullable<string>
  created_by: Nullable<string>
  /** Everyone else who wrote it. */
  co_authors: Defaulted<string[]>
  created_at: Date
  /** The commit it was imported from. */
  git: NullableJson<RevisionCommit>
  /** Its saves replace each other, and only the last one is listed. */
  editing_session: Nullable<string>
  /** The first save of the session. */
  session_started_at: Nullable<Date>
  /** When the next save of its session replaced it. */
  replaced_at: Nullable<Date>
}

/** A commit of a git repository. */
export type RevisionCommit = {
  readonly oid: string
  readonly message: string
  readonly url?: string
  readonly ref?: string
}

export type FileBlobTable = { organization_id: string; hash: string; size: number; created_at: Date }

export type PageTable = {
  organization_id: string
  space_id: string
  page_id: string
  parent_id: Nullable<string>
  type: 'document' | 'group' | 'link'
  slug: string
  path: Nullable<string>
  title: string
  emoji: Nullable<string>
  icon: Nullable<string>
  description: Nullable<string>
  hidden: Defaulted<boolean>
  no_index: Defaulted<boolean>
  body: Nullable<Buffer>
  created_at: Date
  updated_at: Date
}

export type MovedPageTable = {
  organization_id: string
  space_id: string
  path: string
  page_id: string
  moved_at: Date
}

/** A page that moved to another space: where it was, and where it is now. */
export type RelocatedPageTable = {
  organization_id: string
  space_id: string
  page_id: string
  to_space_id: string
  to_page_id: string
  slug: string
  moved_by: Nullable<string>
  moved_at: Date
}

/** A path that a page had in a space that it left. */
export type RelocatedPathTable = MovedPageTable

export type PageSectionTable = {
  organization_id: string
  space_id: string
  page_id: string
  ordinal: number
  anchor: Nullable<string>
  title: string
  body: string
  /** Weighted words; only written and matched in SQL. */
  vector: string
}

export type SearchWordTable = { organization_id: string; space_id: string; word: string }

export type PageLinkTable = {
  organization_id: string
  space_id: string
  page_id: string
  ordinal: number
  /**
   * Reusable contents that a page includes, directly or through others, come after its links. The anchor of a variable says
   * whether the organization or the site has it; null for those of the space.
   */
  kind: 'page' | 'file' | 'anchor' | 'url' | 'unresolved' | 'reusable' | 'openapi' | 'variable'
  target_id: Nullable<string>
  anchor: Nullable<string>
  url: Nullable<string>
}

export type FileTable = {
  organization_id: string
  space_id: string
  file_id: string
  name: string
  content_type: string
  size: number
  blob: string
  width: Nullable<number>
  height: Nullable<number>
  created_at: Date
  replaced_at: Nullable<Date>
}

/** Files of older revisions and change requests that are not in the head. */
export type UnshownFileTable = FileTable

/** Bytes that an organization stopped using at `since`; others may still use them. */
export type UnusedBlobTable = { hash: string; since: Date }

export type ContentTables = {
  content_object: ContentObjectTable
  revision: RevisionTable
  file_blob: FileBlobTable
  page: PageTable
  moved_page: MovedPageTable
  relocated_page: RelocatedPageTable
  relocated_path: RelocatedPathTable
  page_section: PageSectionTable
  search_word: SearchWordTable
  page_link: PageLinkTable
  file: FileTable
  unshown_file: UnshownFileTable
  unused_blob: UnusedBlobTable
}
