import type { ColumnType } from 'kysely'
import type { Defaulted, Json, Nullable, NullableJson } from './people.ts'

/** A jsonb column with a default. */
type DefaultedJson<T> = ColumnType<T, string | undefined, string>

/** A file of an upload: where it stood, and under what name it waits in the import's folder. */
export type StagedFile = { readonly path: string; readonly name: string; readonly size: number }

export type ImportSource =
  | { readonly type: 'website'; readonly url: string }
  | { readonly type: 'file'; readonly files: readonly StagedFile[] }
  | {
      readonly type: 'git'
      /** Without user and password. */
      readonly url: string
      readonly ref?: string | undefined
      readonly directory?: string | undefined
      readonly withCredentials: boolean
      /** Known once it was fetched. */
      readonly commit?: string | undefined
    }

/** Where the pages go; the end of the space's own pages when nothing is said. */
export type StoredTarget = {
  readonly page?: string | undefined
  /** The change request that takes them in place of the space, also the one made for them. */
  readonly changeRequest?: string | undefined
  /** Make a change request for them, with this subject. */
  readonly asChangeRequest?: { readonly subject: string } | undefined
}

export type StoredOptions = { readonly splitHeadings?: boolean | undefined }

/** What became of one thing of the source. */
export type StoredItem = {
  readonly source: string | null
  readonly outcome: 'page' | 'file' | 'read' | 'left-out'
  readonly reason: string | null
  readonly pageId: string | null
  readonly fileId: string | null
  readonly title: string | null
  readonly warnings: readonly string[]
}

export type StoredProgress = {
  readonly phase: 'fetching' | 'reading' | 'files' | 'adding'
  readonly done: number
  readonly total: number | null
}

/** What became of the redirects that a source brought. */
export type StoredRedirects = {
  readonly found: number
  readonly made: number
  readonly kept: number
  readonly reason?: 'change-request' | 'no-site' | 'no-permission'
}

export type StoredReport = {
  /** Absent where the source brought none. */
  readonly redirects?: StoredRedirects
  readonly pages: number
  readonly files: number
  readonly linksResolved: number
  /** At most 100 of them, see `linksBrokenTotal`. */
  readonly linksBroken: readonly { readonly page: string; readonly url: string }[]
  readonly linksBrokenTotal: number
  /** At most 100 of them, see `skippedTotal`. */
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  readonly skippedTotal: number
  readonly bytes: number
  readonly ms: number
}

export type ImportRunTable = {
  organization_id: string
  id: string
  space_id: string
  status: Defaulted<'pending' | 'in-progress' | 'completed' | 'failed' | 'cancelled'>
  source: Json<ImportSource>
  target: DefaultedJson<StoredTarget>
  options: DefaultedJson<StoredOptions>
  secret: Nullable<Buffer>
  progress: NullableJson<StoredProgress>
  report: NullableJson<StoredReport>
  revision_id: Nullable<string>
  reason: Nullable<string>
  reason_kind: Nullable<'upstream' | 'validation' | 'internal'>
  attempt: Defaulted<number>
  created_by: Nullable<string>
  created_at: Date
  started_at: Nullable<Date>
  completed_at: Nullable<Date>
}

export type ImportItemTable = {
  organization_id: string
  space_id: string
  import_id: string
  position: number
  source: string | null
  outcome: StoredItem['outcome']
  reason: string | null
  page_id: string | null
  file_id: string | null
  title: string | null
  warnings: string[]
}

/** Tables of imports; columns are described where they are made, in migrations 0004 and 0035. */
export type ImportTables = { import_run: ImportRunTable; import_item: ImportItemTable }
