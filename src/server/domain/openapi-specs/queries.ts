import { sql } from 'kysely'
import { MAX_SPEC_VERSIONS, type OpenapiSpec } from '#contract/openapi-specs.ts'
import type { Paging } from '#contract/shared/paging.ts'
import type { Db, Tx } from '../../db/client.ts'
import { pageOf } from '../../db/page.ts'
import { notFound } from '../../errors.ts'

const specsOf = (db: Db | Tx, organizationId: string) =>
  db
    .selectFrom('openapi_spec as spec')
    .leftJoin('openapi_spec_version as newest', (join) =>
      join
        .onRef('newest.organization_id', '=', 'spec.organization_id')
        .onRef('newest.id', '=', 'spec.last_version_id'),
    )
    .where('spec.organization_id', '=', organizationId)
    .select([
      'spec.organization_id as organizationId',
      'spec.id',
      'spec.slug',
      'spec.source_url as sourceUrl',
      'spec.visibility',
      'spec.processing_state as processingState',
      'spec.orders',
      'spec.last_version_id as lastVersionId',
      'spec.last_processed_at as lastProcessedAt',
      'spec.last_error_code as lastErrorCode',
      'spec.last_errors as lastErrors',
      'spec.version',
      'spec.created_at as createdAt',
      'spec.updated_at as updatedAt',
      'newest.title',
      'newest.api_version as apiVersion',
      'newest.operations',
    ])

/** One page of an organization's specifications, oldest first, with their count. */
export async function specPage(db: Db, organizationId: string, paging: Paging) {
  const keyset = {
    columns: ['spec.created_at', 'spec.id'],
    keyOf: (row: { createdAt: Date; id: string }) => [row.createdAt, row.id],
  }
  const [page, count] = await Promise.all([
    pageOf(specsOf(db, organizationId), keyset, paging),
    countSpecs(db, organizationId),
  ])
  return { ...page, count }
}

export async function countSpecs(db: Db | Tx, organizationId: string): Promise<number> {
  const { count } = await db
    .selectFrom('openapi_spec')
    .where('organization_id', '=', organizationId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** A specification by its slug; undefined when there is none. */
export const findSpec = (db: Db | Tx, organizationId: string, slug: string) =>
  specsOf(db, organizationId).where('spec.slug', '=', slug).executeTakeFirst()

/** @throws {DomainError} `not_found` when the organization has no such specification. */
export async function specBySlug(db: Db | Tx, organizationId: string, slug: string): Promise<SpecRow> {
  const spec = await findSpec(db, organizationId, slug)
  if (spec === undefined) throw notFound('OpenAPI specification', slug)
  return spec
}

export type SpecRow = NonNullable<Awaited<ReturnType<typeof findSpec>>>

export const specById = (db: Db | Tx, organizationId: string, id: string) =>
  specsOf(db, organizationId).where('spec.id', '=', id).executeTakeFirst()

/** Locks a specification until the transaction ends; undefined when there is none. */
export async function lockSpec(tx: Tx, organizationId: string, slug: string): Promise<SpecRow | undefined> {
  const locked = await tx
    .selectFrom('openapi_spec')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('slug', '=', slug)
    .forUpdate()
    .executeTakeFirst()
  return locked && specById(tx, organizationId, locked.id)
}

export type NewSpec = {
  readonly organizationId: string
  readonly id: string
  readonly slug: string
  readonly sourceUrl: string | null
  readonly now: Date
}

/** Stores a new specification; false when its slug is taken. */
export async function insertSpec(
  tx: Tx,
  { organizationId, id, slug, sourceUrl, now }: NewSpec,
): Promise<boolean> {
  const row = await tx
    .insertInto('openapi_spec')
    .values({
      organization_id: organizationId,
      id,
      slug,
      source_url: sourceUrl,
      processing_state: 'pending',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['organization_id', 'slug']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

type Ref = { readonly organizationId: string; readonly id: string }

const updateSpec = (tx: Tx, { organizationId, id }: Ref) =>
  tx
    .updateTable('openapi_spec')
    .set({ version: sql`version + 1` })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)

/** Sets the source of a specification, which may be the same, and marks it as pending. */
export async function requestReading(
  tx: Tx,
  ref: Ref,
  { sourceUrl, now }: { sourceUrl: string | null; now: Date },
): Promise<void> {
  await updateSpec(tx, ref)
    .set({
      source_url: sourceUrl,
      processing_state: 'pending',
      orders: sql`orders + 1`,
      refresh_at: null,
      updated_at: now,
    })
    .execute()
}

export async function setVisibility(
  tx: Tx,
  ref: Ref,
  visibility: OpenapiSpec['visibility'],
  now: Date,
): Promise<void> {
  await updateSpec(tx, ref).set({ visibility, updated_at: now }).execute()
}

/** Stores an uploaded text until it is read; null deletes it. */
export async function storeUploadedText(
  tx: Tx,
  { organizationId, id }: Ref,
  text: string | null,
): Promise<void> {
  await tx
    .deleteFrom('openapi_uploaded_text')
    .where('organization_id', '=', organizationId)
    .where('spec_id', '=', id)
    .execute()
  if (text === null) return
  await tx
    .insertInto('openapi_uploaded_text')
    .values({ organization_id: organizationId, spec_id: id, text })
    .execute()
}

export const deleteSpec = (tx: Tx, { organizationId, id }: Ref) =>
  tx.deleteFrom('openapi_spec').where('organization_id', '=', organizationId).where('id', '=', id).execute()

const versionsOf = (db: Db | Tx, { organizationId, id }: Ref) =>
  db
    .selectFrom('openapi_spec_version as one')
    .where('one.organization_id', '=', organizationId)
    .where('one.spec_id', '=', id)

const versionColumns = [
  'one.id',
  'one.source_url as sourceUrl',
  'one.api_version as apiVersion',
  'one.operations',
  'one.created_at as createdAt',
] as const

/** One page of the versions of a specification, newest first, with their count. */
export async function versionPage(db: Db, ref: Ref, paging: Paging) {
  const keyset = {
    columns: ['one.created_at', 'one.id'],
    keyOf: (row: { createdAt: Date; id: string }) => [row.createdAt, row.id],
    direction: 'desc' as const,
  }
  const [page, countResult] = await Promise.all([
    pageOf(versionsOf(db, ref).select(versionColumns), keyset, paging),
    versionsOf(db, ref)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { ...page, count: countResult.count }
}

/** @throws {DomainError} `not_found` when the specification has no such version. */
export const versionOf = (db: Db, ref: Ref, versionId: string) =>
  versionsOf(db, ref)
    .select(versionColumns)
    .where('one.id', '=', versionId)
    .executeTakeFirstOrThrow(() => notFound('version', versionId))

export type VersionRow = Awaited<ReturnType<typeof versionOf>>

/** @throws {DomainError} `not_found` when the specification has no such version. */
export const versionContent = (db: Db, ref: Ref, versionId: string) =>
  versionsOf(db, ref)
    .select([...versionColumns, 'one.documents'])
    .where('one.id', '=', versionId)
    .executeTakeFirstOrThrow(() => notFound('version', versionId))

/** @throws {DomainError} `not_found` when the specification has no such version. */
export const versionText = (db: Db, ref: Ref, versionId: string) =>
  versionsOf(db, ref)
    .select(['one.text', 'one.format'])
    .where('one.id', '=', versionId)
    .executeTakeFirstOrThrow(() => notFound('version', versionId))

/** The text of the newest version of a public specification; undefined when there is none. */
export const publicText = (db: Db, organizationId: string, slug: string) =>
  db
    .selectFrom('openapi_spec as spec')
    .innerJoin('openapi_spec_version as one', (join) =>
      join
        .onRef('one.organization_id', '=', 'spec.organization_id')
        .onRef('one.id', '=', 'spec.last_version_id'),
    )
    .select(['one.text', 'one.format', 'one.hash'])
    .where('spec.organization_id', '=', organizationId)
    .where('spec.slug', '=', slug)
    .where('spec.visibility', '=', 'public')
    .executeTakeFirst()

/** One page of the operations of a specification, in its order, with their count. */
export async function operationPage(db: Db, { organizationId, id }: Ref, search: string, paging: Paging) {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 10)
  let matches = db
    .selectFrom('openapi_operation as one')
    .where('one.organization_id', '=', organizationId)
    .where('one.spec_id', '=', id)
  for (const term of terms) {
    matches = matches.where(
      sql<boolean>`strpos(lower(concat_ws(' ', one.method, one.path, one.summary, one.tag)), ${term}) > 0`,
    )
  }
  const keyset = { columns: ['one.ordinal'], keyOf: (row: { ordinal: number }) => [row.ordinal] }
  const [page, countResult] = await Promise.all([
    pageOf(
      matches.select(['one.ordinal', 'one.method', 'one.path', 'one.summary', 'one.tag', 'one.deprecated']),
      keyset,
      paging,
    ),
    matches.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { ...page, count: countResult.count }
}

export type OperationRow = Awaited<ReturnType<typeof operationPage>>['rows'][number]

/** The model of one operation; undefined when the newest version has none with this name. */
export async function findOperation(
  db: Db,
  { organizationId, id }: Ref,
  { method, path }: Pick<OperationRow, 'method' | 'path'>,
) {
  const row = await db
    .selectFrom('openapi_operation')
    .select('model')
    .where('organization_id', '=', organizationId)
    .where('spec_id', '=', id)
    .where('method', '=', method)
    .where(sql<boolean>`md5(path) = md5(${path}::text)`)
    .executeTakeFirst()
  return row?.model
}

/** Deletes the oldest versions above the limit. */
export async function dropOldVersions(tx: Tx, ref: Ref): Promise<void> {
  await sql`delete from openapi_spec_version where organization_id = ${ref.organizationId} and id in (
    select id from openapi_spec_version
    where organization_id = ${ref.organizationId} and spec_id = ${ref.id}
    order by created_at desc, id desc offset ${MAX_SPEC_VERSIONS})`.execute(tx)
}
