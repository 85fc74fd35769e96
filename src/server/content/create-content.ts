import type { Tx } from '../db/client.ts'
import type { Root } from './entries.ts'
import { objectsOf } from './objects.ts'
import { projectAll } from './rebuild.ts'
import { addRevision, revisionAt } from './revision-rows.ts'
import type { SpaceRef } from './space-ref.ts'

export type NewContent = SpaceRef & {
  /** A revision of another space of the organization whose pages and files it begins with, page ids included. */
  readonly copyOf?: { readonly spaceId: string; readonly revision: string } | undefined
  readonly by: string | null
  readonly now: Date
  readonly newId: () => string
}

/**
 * Makes the first revision of a new space, before or after the space itself is inserted in the same transaction;
 * the space has to carry the answered id as its `revision_id`. Empty unless it is like another; pages of its own
 * come with `commit` afterwards.
 */
export async function createContent(tx: Tx, content: NewContent): Promise<{ readonly revision: string }> {
  const { organizationId, copyOf, by, now, newId } = content
  const objects = objectsOf(tx, organizationId)
  const model =
    copyOf === undefined
      ? null
      : await revisionAt(tx, { organizationId, spaceId: copyOf.spaceId }, copyOf.revision)
  const root = model?.root ?? objects.putJson('root', {} satisfies Root)
  await objects.flush()
  const revision = newId()
  await addRevision(tx, content, { id: revision, parents: [], root, type: 'edits', by, now })
  if (model !== null) await projectAll(tx, content, root)
  return { revision }
}
