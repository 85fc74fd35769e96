import type { Tx } from '../db/client.ts'
import type { Root } from './entries.ts'
import { objectsOf } from './objects.ts'
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
  const objects = objectsOf(tx, organizationId)
  const source =
    copyOf === undefined
      ? null
      : await revisionAt(tx, { organizationId, spaceId: copyOf.spaceId }, copyOf.revision)
  const root = source?.root ?? objects.putJson('root', {} satisfies Root)
  await objects.flush()
  const revision = newId()
  await addRevision(tx, content, { id: revision, parents: [], root, type: 'edits', by, now })
  if (source !== null) await projectAll(tx, content, root)
  return { revision }
}
