import { sql } from 'kysely'
import { type Db, prepared, type Tx, writes } from '../db/client.ts'
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
  const { rows } = await sql<{
    revision_id: string
    edit_mode: string
  }>`${prepared}select revision_id, edit_mode
    from space where organization_id = ${organizationId} and id = ${spaceId} and deleted_at is null
    for no key update`.execute(tx)
  const [space] = rows
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
  const { rows } = await sql<{
    root: Buffer
    space_id: string
  }>`${prepared}select root, space_id from revision
    where organization_id = ${at.organizationId} and id = ${id}`.execute(db)
  const [row] = rows
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
  await sql`${prepared}${insertionOf(at, revision)}`.execute(tx)
}

const insertionOf = (
  { organizationId, spaceId }: SpaceRef,
  { id, parents, root, type, changeRequestId, by, now }: NewRevision,
) => sql`insert into revision
    (organization_id, space_id, id, parents, root, type, change_request_id, created_by, created_at)
  values (${organizationId}, ${spaceId}, ${id}, ${[...parents]}::text[], ${bytesOf(root)}, ${type},
    ${changeRequestId ?? null}, ${by}, greatest(${now}::timestamptz,
      (select max(created_at) + interval '1 millisecond' from revision
        where organization_id = ${organizationId} and id = any(${[...parents]}::text[]))))`

/**
 * Adds a revision and makes it the head, without changing the space's version, which counts changes of its settings.
 */
export async function addHead(tx: Tx, at: SpaceRef, revision: NewRevision): Promise<void> {
  const { organizationId, spaceId } = at
  await sql`${prepared}${writes}with added as (${insertionOf(at, revision)})
    update space set revision_id = ${revision.id}, updated_at = ${revision.now}
    where organization_id = ${organizationId} and id = ${spaceId}`.execute(tx)
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
