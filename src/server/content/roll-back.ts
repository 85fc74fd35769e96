import type { Tx } from '../db/client.ts'
import { DomainError, notFound } from '../errors.ts'
import { objectsOf } from './objects.ts'
import { readRoot } from './page-tree.ts'
import { projectHeadChange } from './project-head.ts'
import { addHead, lockHead, revisionAt } from './revision-rows.ts'
import type { SpaceRef } from './space-ref.ts'

export type RollBackInput = SpaceRef & {
  /** The revision of the space to restore. */
  readonly to: string
  /** The head the caller saw; any other head is refused, so that no unseen change is undone. */
  readonly base?: string | undefined
  readonly by: string | null
  readonly now: Date
  readonly newId: () => string
}

/**
 * Restores the content of an older revision as a new revision.
 * @returns the new head
 * @throws {DomainError} `not_found` (space, revision), `space_locked`, `conflict` (the head is not `base`),
 *   `no_change` (the head has the same content)
 */
export async function rollBack(tx: Tx, input: RollBackInput): Promise<string> {
  const { to, base, by, now, newId } = input
  const head = await lockHead(tx, input)
  if (head.isLocked)
    throw new DomainError('space_locked', 'This space is locked. Create a change request instead')
  const target = await revisionAt(tx, input, to)
  if (target.changeRequestId !== null) throw notFound('revision', to)
  if (base !== undefined && base !== head.revision) {
    throw new DomainError(
      'conflict',
      'The space has changed since you last read it. Reload it, then try again',
      {
        revision: head.revision,
      },
    )
  }
  if (target.root === head.root) throw new DomainError('no_change', 'The space already has this content')
  const objects = objectsOf(tx, input.organizationId)
  const [from, restored] = [await readRoot(objects, head.root), await readRoot(objects, target.root)]
  await projectHeadChange(tx, input, { objects, from, to: restored, now })
  const id = newId()
  await addHead(tx, input, { id, parents: [head.revision], root: target.root, type: 'rollback', by, now })
  return id
}
