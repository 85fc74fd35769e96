import { sql } from 'kysely'
import type { Db, Tx } from '../db/client.ts'
import type { RevisionCommit, RevisionType } from '../db/tables/content.ts'
import { notFound } from '../errors.ts'
import { bytesOf, type Hash, hashFrom } from './objects.ts'
import type { SpaceRef } from './space-ref.ts'

export type Revision = {
  readonly id: string
  readonly parents: readonly string[]
  readonly root: Hash
  readonly type: RevisionType
  /** The change request it belongs to, null for a revision of the space itself. */
  readonly changeRequestId: string | null
  readonly createdBy: string | null
  readonly createdAt: Date
  /** The commit it was imported from. */
  readonly git: RevisionCommit | null
}

export type Head = { readonly revision: string; readonly root: Hash; readonly isLocked: boolean }

/** Locks a space that is not deleted until the transaction ends, and returns its head. */
export async function lockHead(tx: Tx, { organizationId, spaceId }: SpaceRef): Promise<Head> {
  const space = await tx
    .selectFrom('space')
    .select(['revision_id', 'edit_mode'])
    .where('organization_id', '=', organizationId)
    .where('id', '=', spaceId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (space === undefined) throw notFound('space', spaceId)
  const root = await rootOf(tx, { organizationId, spaceId }, space.revision_id)
  if (root === null) throw new Error(`The head ${space.revision_id} of the space ${spaceId} is missing`)
  return { revision: space.revision_id, root, isLocked: space.edit_mode === 'locked' }
}

/** The current revision of the space. */
export async function headOf(db: Db | Tx, { organizationId, spaceId }: SpaceRef): Promise<Revision> {
  const row = await db
    .selectFrom('space')
    .innerJoin('revision', (join) =>
      join
        .onRef('revision.organization_id', '=', 'space.organization_id')
        .onRef('revision.id', '=', 'space.revision_id'),
    )
    .select(revisionColumns)
    .where('space.organization_id', '=', organizationId)
    .where('space.id', '=', spaceId)
    .executeTakeFirst()
  if (row === undefined) throw notFound('space', spaceId)
  return revisionOf(row)
}

/** A revision of the space by its id. @throws {DomainError} `not_found` */
export async function revisionAt(db: Db | Tx, at: SpaceRef, id: string): Promise<Revision> {
  const row = await db
    .selectFrom('revision')
    .select(revisionColumns)
    .select('space_id')
    .where('organization_id', '=', at.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (row?.space_id !== at.spaceId) throw notFound('revision', id)
  return revisionOf(row)
}

/** The root of a revision, null if the space has no such revision. */
export async function rootOf(db: Db | Tx, at: SpaceRef, id: string): Promise<Hash | null> {
  const row = await db
    .selectFrom('revision')
    .select(['root', 'space_id'])
    .where('organization_id', '=', at.organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.space_id === at.spaceId ? hashFrom(row.root) : null
}

export type NewRevision = {
  readonly id: string
  readonly parents: readonly string[]
  readonly root: Hash
  readonly type: RevisionType
  readonly changeRequestId?: string | undefined
  readonly by: string | null
  readonly now: Date
}

/**
 * Adds a revision after its parents. A writer that started first can be the second to lock the head: its revision is
 * still dated after its parent, so that the order by time is the order of the history.
 */
export async function addRevision(tx: Tx, at: SpaceRef, revision: NewRevision): Promise<void> {
  const { id, parents, root, type, changeRequestId, by, now } = revision
  const after = sql<Date>`greatest(${now}::timestamptz, (select max(created_at) + interval '1 millisecond' from revision
    where organization_id = ${at.organizationId} and id = any(${[...parents]}::text[])))`
  await tx
    .insertInto('revision')
    .values({
      organization_id: at.organizationId,
      space_id: at.spaceId,
      id,
      parents: [...parents],
      root: bytesOf(root),
      type,
      change_request_id: changeRequestId ?? null,
      created_by: by,
      created_at: after,
    })
    .execute()
}

/** Sets the head without changing the space's version, which counts changes of its settings. */
export async function setHead(tx: Tx, at: SpaceRef, revision: string, now: Date): Promise<void> {
  await tx
    .updateTable('space')
    .set({ revision_id: revision, updated_at: now })
    .where('organization_id', '=', at.organizationId)
    .where('id', '=', at.spaceId)
    .execute()
}

export const revisionColumns = [
  'revision.id',
  'revision.parents',
  'revision.root',
  'revision.type',
  'revision.change_request_id',
  'revision.created_by',
  'revision.created_at',
  'revision.git',
] as const

export type RevisionRow = {
  id: string
  parents: string[]
  root: Buffer
  type: RevisionType
  change_request_id: string | null
  created_by: string | null
  created_at: Date
  git: RevisionCommit | null
}

export const revisionOf = (row: RevisionRow): Revision => ({
  id: row.id,
  parents: row.parents,
  root: hashFrom(row.root),
  type: row.type,
  changeRequestId: row.change_request_id,
  createdBy: row.created_by,
  createdAt: row.created_at,
  git: row.git,
})
