import { sql } from 'kysely'
import { type Db, prepared, type Tx } from '../db/client.ts'
import type { RevisionCommit, RevisionType } from '../db/tables/content.ts'
import { type WritePart, writeTogether } from '../db/write-together.ts'
import { notFound } from '../errors.ts'
import type { RevisionPosition } from './editing-sessions.ts'
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
  /** Everyone else who wrote it. */
  readonly coAuthors: readonly string[]
  readonly createdAt: Date
  /** The first save of the editing session; null for a revision that is not part of one. */
  readonly startedAt: Date | null
  /** The commit it was imported from. */
  readonly git: RevisionCommit | null
}

export type Head = {
  readonly revision: string
  readonly root: Hash
  readonly isLocked: boolean
  /** The parents of the pages asked for and of their ancestors. */
  readonly parents: ReadonlyMap<string, string | null>
}

/** Locks a space that is not deleted until the transaction ends, and returns its head, with the parents of `pages`. */
export async function lockHead(
  tx: Tx,
  { organizationId, spaceId }: SpaceRef,
  pages: readonly string[] = [],
): Promise<Head> {
  const { rows } = await sql<{
    head_revision: string
    head_root: Buffer | null
    head_edit_mode: string
    head_parents: Readonly<Record<string, string | null>> | null
  }>`${prepared}select * from lock_head(${organizationId}, ${spaceId}, ${pages}::text[])`.execute(tx)
  const [head] = rows
  if (head === undefined) throw notFound('space', spaceId)
  if (head.head_root === null)
    throw new Error(`The head ${head.head_revision} of the space ${spaceId} is missing`)
  return {
    revision: head.head_revision,
    root: hashFrom(head.head_root),
    isLocked: head.head_edit_mode === 'locked',
    parents: new Map(Object.entries(head.head_parents ?? {})),
  }
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

/** The roots of some revisions of a space, by their id. */
export async function rootsOfRevisions(
  db: Db | Tx,
  { organizationId, spaceId }: SpaceRef,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Hash>> {
  const rows = await db
    .selectFrom('revision')
    .select(['id', 'root'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .where((is) => is('id', '=', is.fn.any(is.val([...ids]))))
    .execute()
  return new Map(rows.map(({ id, root }) => [id, hashFrom(root)]))
}

export type NewRevision = RevisionPosition & {
  readonly id: string
  readonly root: Hash
  readonly type: RevisionType
  readonly changeRequestId?: string | undefined
  readonly by: string | null
  readonly coAuthors?: readonly string[] | undefined
  readonly now: Date
}

/**
 * Adds a revision after its parents. A writer that started first can be the second to lock the head: its revision is
 * still dated after its parent, so that the order by time is the order of the history.
 */
export async function addRevision(tx: Tx, at: SpaceRef, revision: NewRevision): Promise<void> {
  await sql`${prepared}${insertionOf(at, revision)}`.execute(tx)
  await writeTogether(tx, replacementParts(at, revision))
}

const insertionOf = (
  { organizationId, spaceId }: SpaceRef,
  { id, parents, root, type, changeRequestId, by, coAuthors = [], now, session }: NewRevision,
) => sql`insert into revision (organization_id, space_id, id, parents, root, type, change_request_id, created_by,
    co_authors, editing_session, session_started_at, created_at)
  values (${organizationId}, ${spaceId}, ${id}, ${[...parents]}::text[], ${bytesOf(root)}, ${type},
    ${changeRequestId ?? null}, ${by}, ${[...coAuthors]}::text[], ${session?.id ?? null}, ${session?.startedAt ?? null}::timestamptz,
    greatest(${now}::timestamptz, (select max(created_at) + interval '1 millisecond' from revision
      where organization_id = ${organizationId}
        and id = any(${[...parents, ...(session?.replaces ? [session.replaces] : [])]}::text[]))))`

/** A replaced revision is no longer listed, but is there for those who have read it. */
const replacementParts = (
  { organizationId }: SpaceRef,
  { session, now }: NewRevision,
): readonly WritePart[] =>
  session?.replaces
    ? [
        {
          name: 'replaced_revision',
          query: sql`(update revision set replaced_at = ${now}
            where organization_id = ${organizationId} and id = ${session.replaces})`,
        },
      ]
    : []

/**
 * Adds a revision and makes it the head, without changing the space's version, which counts changes of its settings.
 */
export const addHead = (tx: Tx, at: SpaceRef, revision: NewRevision): Promise<void> =>
  writeTogether(tx, headParts(at, revision))

/** `addHead` as parts of a statement. */
export const headParts = (at: SpaceRef, revision: NewRevision): readonly WritePart[] => [
  { name: 'added_revision', query: sql`(${insertionOf(at, revision)})` },
  {
    name: 'advanced_head',
    query: sql`(update space set revision_id = ${revision.id}, updated_at = ${revision.now}, updated_by = ${revision.by}
      where organization_id = ${at.organizationId} and id = ${at.spaceId})`,
  },
  ...replacementParts(at, revision),
]

export const revisionColumns = [
  'revision.id',
  'revision.parents',
  'revision.root',
  'revision.type',
  'revision.change_request_id',
  'revision.created_by',
  'revision.co_authors',
  'revision.created_at',
  'revision.session_started_at',
  'revision.git',
] as const

export type RevisionRow = {
  id: string
  parents: string[]
  root: Buffer
  type: RevisionType
  change_request_id: string | null
  created_by: string | null
  co_authors: string[]
  created_at: Date
  session_started_at: Date | null
  git: RevisionCommit | null
}

export const revisionOf = (row: RevisionRow): Revision => ({
  id: row.id,
  parents: row.parents,
  root: hashFrom(row.root),
  type: row.type,
  changeRequestId: row.change_request_id,
  createdBy: row.created_by,
  coAuthors: row.co_authors,
  createdAt: row.created_at,
  startedAt: row.session_started_at,
  git: row.git,
})
