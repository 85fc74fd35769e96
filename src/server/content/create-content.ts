import { sql } from 'kysely'
import { prepared, type Tx, writes } from '../db/client.ts'
import type { Root } from './entries.ts'
import { bytesOf, contentLockKey, hashOf } from './objects.ts'
import { projectAll } from './rebuild.ts'
import { addRevision, revisionAt } from './revision-rows.ts'
import type { SpaceRef } from './space-ref.ts'

export type NewContent = SpaceRef & {
  /** A revision of another space of the organization to start from: its pages and files, including page ids. */
  readonly copyOf?: { readonly spaceId: string; readonly revision: string } | undefined
  readonly by: string | null
  readonly now: Date
  readonly newId: () => string
}

/**
 * Creates the first revision of a new space, before or after the space itself is inserted in the same transaction; the
 * returned id must become the space's `revision_id`. The revision is empty unless it copies another space; `commit`
 * adds further pages afterwards.
 */
export async function createContent(tx: Tx, content: NewContent): Promise<{ readonly revision: string }> {
  const { organizationId, copyOf, by, now, newId } = content
  const revision = newId()
  const source =
    copyOf === undefined
      ? null
      : await revisionAt(tx, { organizationId, spaceId: copyOf.spaceId }, copyOf.revision)
  if (source === null) {
    await addEmptyRevision(tx, content, revision)
    return { revision }
  }
  await addRevision(tx, content, { id: revision, parents: [], root: source.root, type: 'edits', by, now })
  await projectAll(tx, content, source.root)
  return { revision }
}

const EMPTY_ROOT = JSON.stringify({} satisfies Root)

/** Locks the content against sweeps, and stores an empty root and its revision, in one statement. */
async function addEmptyRevision(tx: Tx, content: NewContent, revision: string): Promise<void> {
  const { organizationId, spaceId, by, now } = content
  const root = bytesOf(hashOf('root', EMPTY_ROOT))
  // The object is inserted from the row of the lock, so that it is stored after the lock was taken.
  await sql`${prepared}${writes}with locked as (
      select pg_advisory_xact_lock_shared(${contentLockKey(organizationId)})
    ), stored as (
      insert into content_object (organization_id, hash, kind, body)
      select ${organizationId}, ${root}::bytea, 'root', ${EMPTY_ROOT} from locked on conflict do nothing
    )
    insert into revision (organization_id, space_id, id, parents, root, type, created_by, created_at)
    values (${organizationId}, ${spaceId}, ${revision}, '{}', ${root}::bytea, 'edits', ${by}, ${now})`.execute(
    tx,
  )
}
