import type { ColumnType } from 'kysely'
import type { ApiOperation, SchemaPart } from '#contract/openapi-operations.ts'
import type { OpenapiSpec } from '#contract/openapi-specs.ts'
import type { Defaulted, Json, Nullable } from './people.ts'

export type SpecFault = OpenapiSpec['lastProcessedErrors'][number]
export type SpecFaultCode = NonNullable<OpenapiSpec['lastProcessErrorCode']>
export type SpecFormat = 'json' | 'yaml'

export type OpenapiSpecTable = {
  organization_id: string
  id: string
  slug: string
  source_url: Nullable<string>
  visibility: Defaulted<OpenapiSpec['visibility']>
  processing_state: OpenapiSpec['processingState']
  /** Counts how often reading was requested: a read that a newer one overtook writes nothing. */
  orders: Defaulted<number>
  last_version_id: Nullable<string>
  last_processed_at: Nullable<Date>
  last_error_code: Nullable<SpecFaultCode>
  last_errors: ColumnType<readonly SpecFault[], string | undefined, string>
  refresh_at: Nullable<Date>
  version: Defaulted<number>
  created_at: Date
  updated_at: Date
}

export type OpenapiUploadedTextTable = { organization_id: string; spec_id: string; text: string }

export type OpenapiSpecVersionTable = {
  organization_id: string
  id: string
  spec_id: string
  hash: string
  source_url: Nullable<string>
  title: Nullable<string>
  api_version: Nullable<string>
  operations: number
  format: SpecFormat
  text: string
  documents: Json<Readonly<Record<string, unknown>>>
  created_at: Date
}

export type OpenapiOperationTable = {
  organization_id: string
  spec_id: string
  ordinal: number
  method: ApiOperation['method']
  path: string
  summary: Nullable<string>
  tag: Nullable<string>
  deprecated: boolean
  model: Json<ApiOperation>
  vector: Defaulted<string>
}

export type OpenapiSchemaTable = {
  organization_id: string
  spec_id: string
  ordinal: number
  name: string
  model: Json<SchemaPart>
}

export type OpenapiTables = {
  openapi_schema: OpenapiSchemaTable
  openapi_spec: OpenapiSpecTable
  openapi_uploaded_text: OpenapiUploadedTextTable
  openapi_spec_version: OpenapiSpecVersionTable
  openapi_operation: OpenapiOperationTable
}
