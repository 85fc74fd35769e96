import type { Defaulted, Nullable, NullableJson } from './people.ts'

export type CoeditedTextTable = {
  organization_id: string
  id: string
  space_id: string
  /** Null for the page of the space itself. */
  change_request_id: Nullable<string>
  page_id: string
  state: Buffer
  base: Buffer
  revision_id: string
  last_sequence: Defaulted<number>
  saved_sequence: Defaulted<number>
  saved_at: Nullable<Date>
  problem: NullableJson<SavingProblem>
  session_id: Nullable<string>
  session_by: Nullable<string>
  session_authors: Defaulted<string[]>
  created_at: Date
  updated_at: Date
}

/** Why a text can't be saved now. */
export type SavingProblem = { readonly type: string; readonly message: string }

export type CoeditedUpdateTable = {
  organization_id: string
  space_id: string
  text_id: string
  sequence: number
  user_id: Nullable<string>
  update: Buffer
}

export type CoeditedWriterTable = {
  organization_id: string
  space_id: string
  text_id: string
  client_id: number
  user_id: string
}

/** Tables of pages that people edit together; migration 0441 describes the columns. */
export type CoeditingTables = {
  coedited_text: CoeditedTextTable
  coedited_update: CoeditedUpdateTable
  coedited_writer: CoeditedWriterTable
}
