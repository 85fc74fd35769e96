import { sql } from 'kysely'
import type { ApiOperation } from '#contract/openapi-operations.ts'
import type { ApiBlock } from '#markup/api-blocks.ts'
import { asJson, type Db } from '../db/client.ts'

export type FoundOperation = {
  /** Which of the blocks that were asked for. */
  readonly at: number
  readonly versionId: string
  readonly model: ApiOperation
}

/** Most blocks of a text that are looked up. */
const most = 200

/** Operations by the slug of their specification, or by its address; those that are not there are left out. */
export async function operationsOf(
  db: Db,
  organizationId: string,
  blocks: readonly ApiBlock[],
): Promise<readonly FoundOperation[]> {
  const asked = blocks.slice(0, most).map((block, at) => ({ at, ...block }))
  const { rows } = await sql<FoundOperation>`
    select asked.at, spec.last_version_id as "versionId", one.model
    from jsonb_to_recordset(${asJson(asked)}::jsonb) as asked (at integer, spec text, method text, path text)
    cross join lateral (select id, last_version_id from openapi_spec
      where organization_id = ${organizationId} and (slug = asked.spec or source_url = asked.spec)
      order by slug = asked.spec desc, created_at limit 1) as spec
    join openapi_operation one on one.organization_id = ${organizationId} and one.spec_id = spec.id
      and one.method = asked.method and md5(one.path) = md5(asked.path)`.execute(db)
  return rows
}
