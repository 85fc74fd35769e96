import { sql } from 'kysely'
import type { Db } from '../../db/client.ts'
import type { OperationRow } from './queries.ts'

type Outline = {
  readonly id: string
  readonly slug: string
  readonly title: string | null
  readonly lastVersionId: string | null
  /** The tags of the specification as written. */
  readonly tags: unknown
}

/** The operations and tags of the newest version of a specification, by its slug or URL; undefined if there is none. */
export async function specOutline(db: Db, organizationId: string, name: string) {
  // The specification comes before the documents that it refers to.
  const { rows } = await sql<Outline>`
    select spec.id, spec.slug, newest.title, spec.last_version_id as "lastVersionId",
      (select document.value -> 'tags' from json_each(newest.documents) as document limit 1) as tags
    from openapi_spec spec
    left join openapi_spec_version newest
      on newest.organization_id = spec.organization_id and newest.id = spec.last_version_id
    where spec.organization_id = ${organizationId} and (spec.slug = ${name} or spec.source_url = ${name})
    order by spec.slug = ${name} desc, spec.created_at limit 1`.execute(db)
  const [spec] = rows
  if (spec === undefined) return undefined
  const operations: OperationRow[] = await db
    .selectFrom('openapi_operation')
    .select(['ordinal', 'method', 'path', 'summary', 'tag', 'deprecated'])
    .where('organization_id', '=', organizationId)
    .where('spec_id', '=', spec.id)
    .orderBy('ordinal')
    .execute()
  const schemas = await db
    .selectFrom('openapi_schema')
    .select('name')
    .where('organization_id', '=', organizationId)
    .where('spec_id', '=', spec.id)
    .limit(1)
    .execute()
  return { ...spec, operations, hasModels: schemas.length > 0 }
}
