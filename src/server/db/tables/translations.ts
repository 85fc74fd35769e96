import type { Defaulted, Nullable } from './people.ts'

export type TranslationSettingsTable = {
  organization_id: string
  id: string
  title: string
  languages: Defaulted<string[]>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

/** A space that translates another; migration 0137 describes the columns. */
export type SpaceTranslationTable = {
  organization_id: string
  space_id: string
  source_space_id: string
  settings_id: Nullable<string>
  version: Defaulted<number>
  created_at: Date
}

export type PageTranslationTable = {
  organization_id: string
  space_id: string
  page_id: string
  source_page_id: Nullable<string>
  source_hash: Nullable<Buffer>
  source_revision_id: Nullable<string>
  confirmed_at: Nullable<Date>
  confirmed_by: Nullable<string>
}

export type TranslationTables = {
  translation_settings: TranslationSettingsTable
  space_translation: SpaceTranslationTable
  page_translation: PageTranslationTable
}
