import { sql } from 'kysely'
import type { ApiOperation, ApiSchema } from '#contract/openapi-operations.ts'
import { cutText } from '#markup/cut-text.ts'
import { rankOf } from '../../auth/grants.ts'
import { asJson, type Db, type Tx } from '../../db/client.ts'
import type { SpecFault, SpecFaultCode, SpecFormat } from '../../db/tables/openapi.ts'
import { segmentWords } from '../../search/segmentation.ts'

/** PostgreSQL limits text search vectors to one megabyte. */
const MAX_VECTOR_CHARACTERS = 100_000

/** More people don't make it more likely that one of them repairs a specification. */
const MAX_EDITORS = 50

type Ref = { readonly organizationId: string; readonly specId: string }

/** Marks a specification as being read; undefined when it was deleted or has already been read. */
export async function startReading(db: Db, { organizationId, specId }: Ref) {
  const spec = await db
    .updateTable('openapi_spec')
    .set({ processing_state: 'progress', version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', specId)
    .where('processing_state', '<>', 'complete')
    .returning(['slug', 'source_url as sourceUrl', 'orders'])
    .executeTakeFirst()
  if (spec === undefined) return undefined
  const uploaded = await db
    .selectFrom('openapi_uploaded_text')
    .select('text')
    .where('organization_id', '=', organizationId)
    .where('spec_id', '=', specId)
    .executeTakeFirst()
  return { ...spec, text: uploaded?.text ?? null }
}

/** Locks a specification if it still has the source of this reading. */
export const lockProcessing = (tx: Tx, { organizationId, specId }: Ref, orders: number) =>
  tx
    .selectFrom('openapi_spec as spec')
    .leftJoin('openapi_spec_version as newest', (join) =>
      join
        .onRef('newest.organization_id', '=', 'spec.organization_id')
        .onRef('newest.id', '=', 'spec.last_version_id'),
    )
    .select(['spec.slug', 'newest.hash', 'newest.title', 'spec.last_error_code as errorCode'])
    .where('spec.organization_id', '=', organizationId)
    .where('spec.id', '=', specId)
    .where('spec.orders', '=', orders)
    .forUpdate('spec')
    .executeTakeFirst()

export type Outcome = {
  readonly errorCode: SpecFaultCode | null
  readonly errors: readonly SpecFault[]
  readonly refreshAt: Date | null
  readonly now: Date
}

/** Records that a reading has finished, successfully or not. */
export async function finishReading(
  tx: Tx,
  { organizationId, specId }: Ref,
  { errorCode, errors, refreshAt, now }: Outcome,
): Promise<void> {
  await tx
    .updateTable('openapi_spec')
    .set({
      processing_state: 'complete',
      last_processed_at: now,
      last_error_code: errorCode,
      last_errors: asJson(errors),
      refresh_at: refreshAt,
      version: sql`version + 1`,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', specId)
    .execute()
}

export type NewVersion = {
  readonly id: string
  readonly hash: string
  readonly sourceUrl: string | null
  readonly title: string | null
  readonly apiVersion: string | null
  readonly format: SpecFormat
  readonly text: string
  readonly documents: Readonly<Record<string, unknown>>
  readonly operations: readonly ApiOperation[]
  readonly schemas: readonly ApiSchema[]
  readonly now: Date
}

/** Stores a version as the newest one and replaces the operations and schemas. */
export async function insertVersion(
  tx: Tx,
  { organizationId, specId }: Ref,
  { operations, schemas, ...version }: NewVersion,
): Promise<void> {
  await tx
    .insertInto('openapi_spec_version')
    .values({
      organization_id: organizationId,
      spec_id: specId,
      id: version.id,
      hash: version.hash,
      source_url: version.sourceUrl,
      title: version.title,
      api_version: version.apiVersion,
      operations: operations.length,
      format: version.format,
      text: version.text.replaceAll('\0', ''),
      documents: asJson(version.documents),
      created_at: version.now,
    })
    .execute()
  await tx
    .updateTable('openapi_spec')
    .set({ last_version_id: version.id, updated_at: version.now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', specId)
    .execute()
  await replaceParts(tx, { organizationId, specId }, { operations, schemas })
}

/** Whether a version was stored by this version of Lectern, which has its schemas. */
export async function hasSchemas(tx: Tx, { organizationId, specId }: Ref): Promise<boolean> {
  const row = await tx
    .selectFrom('openapi_schema')
    .select('ordinal')
    .where('organization_id', '=', organizationId)
    .where('spec_id', '=', specId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the operations and schemas of the newest version. */
export async function replaceParts(
  tx: Tx,
  { organizationId, specId }: Ref,
  { operations, schemas }: Pick<NewVersion, 'operations' | 'schemas'>,
): Promise<void> {
  for (const table of ['openapi_operation', 'openapi_schema'] as const)
    await tx
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('spec_id', '=', specId)
      .execute()
  for (let from = 0; from < schemas.length; from += 100) {
    const rows = schemas.slice(from, from + 100).map(({ name, part }, index) => ({
      organization_id: organizationId,
      spec_id: specId,
      ordinal: from + index,
      name,
      model: asJson(part),
    }))
    await tx.insertInto('openapi_schema').values(rows).execute()
  }
  for (let from = 0; from < operations.length; from += 200) {
    const rows = operations.slice(from, from + 200).map((operation, index) => ({
      organization_id: organizationId,
      spec_id: specId,
      ordinal: from + index,
      method: operation.method,
      path: operation.path,
      summary: operation.summary ?? null,
      tag: operation.tags[0] ?? null,
      deprecated: operation.deprecated ?? false,
      model: asJson(operation),
      vector: vectorOf(operation),
    }))
    await tx.insertInto('openapi_operation').values(rows).execute()
  }
}

/** Weighted like sections of pages: names above descriptions. */
function vectorOf({
  method,
  path,
  operationId = '',
  summary = '',
  description = '',
  parameters,
}: ApiOperation) {
  const idWords = operationId.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, ' ')
  const heading = segmentWords(
    `${summary} ${method} ${path} ${path.replace(/\W+/g, ' ')} ${operationId} ${idWords}`,
  )
  const parameterTexts = parameters.map(({ part }) => `${part.name ?? ''} ${part.description ?? ''}`)
  const bodyText = segmentWords(cutText([description, ...parameterTexts].join('\n'), MAX_VECTOR_CHARACTERS))
  return sql<string>`setweight(to_tsvector('english', unaccent(${heading}::text)), 'A')
    || setweight(to_tsvector('simple', unaccent(${heading}::text)), 'A')
    || setweight(to_tsvector('english', unaccent(${bodyText}::text)), 'C')`
}

/** Marks the specifications that are due for a refresh as pending, and returns them. */
export async function requestDueReadings(tx: Tx, now: Date): Promise<readonly Ref[]> {
  return tx
    .updateTable('openapi_spec')
    .set({
      processing_state: 'pending',
      orders: sql`orders + 1`,
      refresh_at: null,
      version: sql`version + 1`,
    })
    .where('refresh_at', '<=', now)
    .where('processing_state', '=', 'complete')
    .returning(['organization_id as organizationId', 'id as specId'])
    .execute()
}

/** The members who can change specifications, those who were active last first. */
export async function specEditors(tx: Tx, organizationId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from member
    where organization_id = ${organizationId} and not disabled
      and coalesce(role_rank(role), 0) >= ${rankOf('create')}
    order by last_seen_at desc nulls last, user_id limit ${MAX_EDITORS}`.execute(tx)
  return rows.map(({ userId }) => userId)
}
