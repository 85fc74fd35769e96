import type { ColumnType } from 'kysely'
import type { ImportFormat } from '#contract/import-results.ts'
import type { Defaulted, Json, Nullable, NullableJson } from './people.ts'

/** A jsonb column with a default. */
type DefaultedJson<T> = ColumnType<T, string | undefined, string>

/** A file of an upload: its original path, and its name in the import's staging folder. */
export type StagedFile = {
  readonly path: string
  readonly name: string
  readonly size: number
  /** The stored parts of an archive that arrived in parts, in their order. */
  readonly parts?: readonly string[]
}

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
      /** Known once the repository was fetched. */
      readonly commit?: string | undefined
      /** The message of that commit. */
      readonly message?: string | undefined
    }

/** Where the pages go; by default to the end of the space's root pages. */
export type StoredTarget = {
  readonly page?: string | undefined
  /** The change request that gets the pages instead of the space; also set once one was created for them. */
  readonly changeRequest?: string | undefined
  /** Create a change request for them, with this subject. */
  readonly asChangeRequest?: { readonly subject: string } | undefined
}

export type StoredOptions = { readonly splitHeadings?: boolean | undefined }

/** The result for one item of the source. */
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

/** The result for the redirects in a source. */
export type StoredRedirects = {
  readonly found: number
  readonly made: number
  readonly kept: number
  readonly reason?: 'change-request' | 'no-site' | 'no-permission'
}

export type StoredReport = {
  /** The tool that the source was written with or exported from; absent if its files don’t say. */
  readonly format?: ImportFormat
  /** Absent if the source has none. */
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

/** How the lines of a stored text relate to those of the file that it was imported from. */
export type LineAlignment = {
  /** Lines of the file before the text: front matter and title. */
  readonly head: number
  /** The stored lines that differ from the file, by their index in the text. */
  readonly changed: Readonly<Record<number, string>>
}

export type OriginalKind = 'page' | 'file' | 'reusable' | 'summary' | 'settings' | 'generated' | 'unlisted'

export type OriginalFileTable = {
  organization_id: string
  space_id: string
  kind: OriginalKind
  target: string
  state: string
  path: string
  bytes: Buffer | null
  fields: Json<Readonly<Record<string, unknown>>>
  alignment: NullableJson<LineAlignment>
  recorded_at: Date
}

/** A site that a source with several spaces describes. Everything in it is JSON. */
export type SitePlan = {
  readonly title: string
  /** Sections and groups of sections in their order; empty for a site without sections. */
  readonly items: readonly (SectionPlan | GroupPlan)[]
  /** The spaces of a site without sections. */
  readonly spaces: readonly SpacePlan[]
  readonly skipped: readonly { readonly path: string; readonly reason: string }[]
  /** Whether some content has a condition on the visitor. */
  readonly isConditional?: boolean
}

export type GroupPlan = {
  readonly type: 'group'
  readonly title: string
  readonly icon: string | null
  readonly sections: readonly SectionPlan[]
}

export type SectionPlan = {
  readonly type: 'section'
  readonly title: string
  readonly path: string
  readonly description: string | null
  readonly icon: string | null
  readonly isDefault: boolean
  readonly spaces: readonly SpacePlan[]
}

export type SpacePlan = {
  readonly title: string
  readonly path: string
  /** The folder of its pages; empty for the whole source. */
  readonly directory: string
  readonly language: string | null
  readonly isDefault: boolean
  /** Identifiers of the space in links of the source. */
  readonly ids: readonly string[]
}

/** A space that the import of a site created, and the import into it. */
export type CreatedSpace = { readonly space: string; readonly import: string }

export type SiteImportTable = {
  organization_id: string
  id: string
  status: Defaulted<'pending' | 'in-progress' | 'planned' | 'completed' | 'failed' | 'cancelled'>
  is_preview: boolean
  source: Json<ImportSource>
  secret: Nullable<Buffer>
  plan: NullableJson<SitePlan>
  created: NullableJson<readonly CreatedSpace[]>
  site_id: Nullable<string>
  reason: Nullable<string>
  attempt: Defaulted<number>
  created_by: Nullable<string>
  created_at: Date
  completed_at: Nullable<Date>
}

export type PendingApiReferenceTable = {
  organization_id: string
  space_id: string
  id: string
  import_id: string
  spec: string
  source: string
  is_by_operation: boolean
  has_models: boolean
  change_request_id: string | null
  parent_page: string | null
  previous_page: string | null
  next_page: string | null
  position: number
  is_listed: boolean
  created_by: string | null
  created_at: Date
}

export type ImportUploadTable = {
  organization_id: string
  id: string
  user_id: string
  space_id: string | null
  name: string
  size: number
  received: Defaulted<number>
  parts: Defaulted<string[]>
  created_at: Date
  updated_at: Date
}

/** Tables of imports; migrations 0004, 0034, 0230, 0235, 0420 and 0422 describe the columns. */
export type ImportTables = {
  import_run: ImportRunTable
  import_item: ImportItemTable
  original_file: OriginalFileTable
  site_import: SiteImportTable
  pending_api_reference: PendingApiReferenceTable
  import_upload: ImportUploadTable
}
