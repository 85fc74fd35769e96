import type { Defaulted, Json, Nullable, NullableJson } from './people.ts'

/** A file of an upload: where it stood, and under what name it waits in the import's folder. */
export type StagedFile = { readonly path: string; readonly name: string; readonly size: number }

export type ImportSource =
  | { readonly type: 'website'; readonly url: string }
  | { readonly type: 'file'; readonly files: readonly StagedFile[] }

export type StoredProgress = {
  readonly phase: 'reading' | 'files' | 'adding'
  readonly done: number
  readonly total: number | null
}

export type StoredReport = {
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

/** Tables of imports; columns are described where they are made, in migration 0004. */
export type ImportTables = { import_run: ImportRunTable }
