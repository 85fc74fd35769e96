import { sql } from 'kysely'
import type { ApiOperation, SchemaPart } from '#contract/openapi-operations.ts'
import type { ApiBlock, SchemasBlock } from '#markup/api-blocks.ts'
import { asJson, type Db } from '../db/client.ts'

export type BlockOperation = {
  /** Index of the block. */
  readonly at: number
  readonly versionId: string
  readonly model: ApiOperation
}

/** Blocks of a text beyond this number show no operation. */
const MAX_BLOCKS = 200

/** Operations by the slug or the URL of their specification; missing ones are left out. */
export async function operationsOf(
  db: Db,
  organizationId: string,
  blocks: readonly ApiBlock[],
): Promise<readonly BlockOperation[]> {
  const requested = blocks.slice(0, MAX_BLOCKS).map((block, at) => ({ at, ...block }))
  const { rows } = await sql<BlockOperation>`
    select requested.at, spec.last_version_id as "versionId", one.model
    from jsonb_to_recordset(${asJson(requested)}::jsonb) as requested (at integer, spec text, method text, path text)
    cross join lateral (select id, last_version_id from openapi_spec
      where organization_id = ${organizationId} and (slug = requested.spec or source_url = requested.spec)
      order by slug = requested.spec desc, created_at limit 1) as spec
    join openapi_operation one on one.organization_id = ${organizationId} and one.spec_id = spec.id
      and one.method = requested.method and md5(one.path) = md5(requested.path)`.execute(db)
  return rows
}

export type BlockSchema = {
  /** Index of the block. */
  readonly at: number
  readonly versionId: string
  readonly name: string
  readonly model: SchemaPart
}

/** Schemas that one text shows at most. */
const MAX_SCHEMAS = 500

/** Schemas by the slug or the URL of their specification: the named ones in this order, else all in its order. */
export async function schemasOf(
  db: Db,
  organizationId: string,
  blocks: readonly SchemasBlock[],
): Promise<readonly BlockSchema[]> {
  const requested = blocks.slice(0, MAX_BLOCKS).map((block, at) => ({ at, ...block }))
  const { rows } = await sql<BlockSchema>`
    select requested.at, spec.last_version_id as "versionId", one.name, one.model
    from jsonb_to_recordset(${asJson(requested)}::jsonb) as requested (at integer, spec text, names text[])
    cross join lateral (select id, last_version_id from openapi_spec
      where organization_id = ${organizationId} and (slug = requested.spec or source_url = requested.spec)
      order by slug = requested.spec desc, created_at limit 1) as spec
    join openapi_schema one on one.organization_id = ${organizationId} and one.spec_id = spec.id
      and (requested.names = '{}' or one.name = any (requested.names))
    order by requested.at, array_position(requested.names, one.name), one.ordinal limit ${MAX_SCHEMAS}`.execute(
    db,
  )
  return rows
}
