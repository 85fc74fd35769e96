import type { Tx } from '../db/client.ts'
import { DomainError, notFound } from '../errors.ts'
import { objectsOf } from './objects.ts'
import { readRoot } from './page-tree.ts'
import { projectHeadChange } from './project-head.ts'
import { addRevision, lockHead, revisionAt, setHead } from './revision-rows.ts'
import type { SpaceRef } from './space-ref.ts'

export type RollBackInput = SpaceRef & {
  /** The revision of the space whose content is wanted again. */
  readonly to: string
  /** The head the caller saw; another one is refused, since what came in between would go unseen. */
  readonly base?: string | undefined
  readonly by: string | null
  readonly now: Date
  readonly newId: () => string
}

/**
 * Gives a space the content of one of its older revisions, as a new revision.
 * @returns the new head
 * @throws {DomainError} `not_found` (space, revision), `space_locked`, `conflict` (the head is not `base`),
 *   `no_change` (the head says the same)
 */
export async function rollBack(tx: Tx, input: RollBackInput): Promise<string> {
  const { to, base, by, now, newId } = input
  const head = await lockHead(tx, input)
  if (head.isLocked) throw new DomainError('space_locked', 'This space is locked: it takes no direct edits')
  const target = await revisionAt(tx, input, to)
  if (target.changeRequestId !== null) throw notFound('revision', to)
  if (base !== undefined && base !== head.revision) {
    throw new DomainError('conflict', 'The space has changed since you last saw it; look at it again first', {
      revision: head.revision,
    })
  }
  if (target.root === head.root) throw new DomainError('no_change', 'The space says that already')
  const objects = objectsOf(tx, input.organizationId)
  const [from, wanted] = [await readRoot(objects, head.root), await readRoot(objects, target.root)]
  await projectHeadChange(tx, input, { objects, from, to: wanted, now })
  const id = newId()
  await addRevision(tx, input, { id, parents: [head.revision], root: target.root, type: 'rollback', by, now })
  await setHead(tx, input, id, now)
  return id
}
