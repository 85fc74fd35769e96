import { sql } from 'kysely'
import { UPLOAD_LIFETIME_HOURS } from '#contract/import-uploads.ts'
import type { Db, Tx } from '../../db/client.ts'

export type UploadRef = {
  readonly organizationId: string
  readonly importUploadId: string
  readonly userId: string
}

export type UploadRow = NonNullable<Awaited<ReturnType<typeof uploadOf>>>

const rowQuery = (db: Db | Tx, { organizationId, importUploadId, userId }: UploadRef) =>
  db
    .selectFrom('import_upload')
    .select([
      'organization_id as organizationId',
      'id',
      'space_id as spaceId',
      'name',
      'parts',
      'created_at as createdAt',
      'updated_at as updatedAt',
      // Sizes are below 2^53.
      sql<number>`size::float8`.as('size'),
      sql<number>`received::float8`.as('received'),
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', importUploadId)
    .where('user_id', '=', userId)

export const uploadOf = (db: Db, ref: UploadRef) => rowQuery(db, ref).executeTakeFirst()

export const lockUpload = (tx: Tx, ref: UploadRef) => rowQuery(tx, ref).forUpdate().executeTakeFirst()

export const insertUpload = (
  tx: Tx,
  { organizationId, importUploadId, userId }: UploadRef,
  upload: {
    readonly spaceId: string | null
    readonly name: string
    readonly size: number
    readonly now: Date
  },
) =>
  tx
    .insertInto('import_upload')
    .values({
      organization_id: organizationId,
      id: importUploadId,
      user_id: userId,
      space_id: upload.spaceId,
      name: upload.name,
      size: upload.size,
      created_at: upload.now,
      updated_at: upload.now,
    })
    .execute()

export async function countUploads(tx: Tx, { organizationId, userId }: UploadRef): Promise<number> {
  const { count } = await tx
    .selectFrom('import_upload')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Keeps two requests of a person from opening more uploads together than each alone could. */
export const lockUploadsOf = (tx: Tx, { organizationId, userId }: UploadRef) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`import-upload ${organizationId} ${userId}`}, 0))`.execute(
    tx,
  )

/** Adds a stored part if the upload still ends at `offset`. */
export async function addPart(
  tx: Tx,
  { organizationId, importUploadId, userId }: UploadRef,
  {
    name,
    offset,
    size,
    now,
  }: { readonly name: string; readonly offset: number; readonly size: number; readonly now: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('import_upload')
    .set({
      received: sql`received + ${size}::bigint`,
      parts: sql`parts || ${name}::text`,
      updated_at: now,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', importUploadId)
    .where('user_id', '=', userId)
    .where(sql<boolean>`received = ${offset}::bigint`)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const deleteUpload = (tx: Tx, organizationId: string, id: string) =>
  tx.deleteFrom('import_upload').where('organization_id', '=', organizationId).where('id', '=', id).execute()

/** How long an upload waits for its next part. */
export const UPLOAD_LIFETIME_MS = UPLOAD_LIFETIME_HOURS * 3_600_000

/** Deletes uploads that have waited too long for their next part, and returns their ids. */
export async function deleteAbandonedUploads(db: Db, now: Date): Promise<string[]> {
  const before = new Date(now.getTime() - UPLOAD_LIFETIME_MS)
  const rows = await db.deleteFrom('import_upload').where('updated_at', '<', before).returning('id').execute()
  return rows.map(({ id }) => id)
}
