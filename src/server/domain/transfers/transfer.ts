import { isAtLeast } from '#contract/shared/permissions.ts'
import { resolveAccess } from '../../auth/access.ts'
import { expectSignIn } from '../../auth/expect-sign-in.ts'
import { accessFacts, membershipOf } from '../../auth/grants.ts'
import { transferContent } from '../../content/transfer-content.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError, notFound } from '../../errors.ts'
import type { AuditEventInput } from '../audit-events/record.ts'
import { deleteGitSync } from '../git-sync/queries.ts'
import { deleteRules } from '../merge-rules/queries.ts'
import { transferFreshness } from '../page-freshness/handover-queries.ts'
import { deleteMarksAround } from '../space-languages/queries.ts'
import { deleteWebhooksOfSpace } from '../webhooks/queries.ts'
import { deleteGrants, deleteNotifications, moveSpace, titlesShownOnSites, transferPins } from './queries.ts'

const blocked = (message: string) => new DomainError('precondition_failed', message)

/** The target of a transfer: an organization, and a collection in it or the top. */
export type Target = { readonly organizationId: string; readonly parentId: string | null }

/**
 * Checks that the caller may create something at the target.
 * @throws {DomainError} 404 for an organization or collection that is not visible, 412 without the role create
 */
export async function expectCanTransferTo(
  tx: Tx,
  ctx: Context,
  { organizationId, parentId }: Target,
): Promise<void> {
  const membership = await membershipOf(tx, organizationId, ctx.caller.userId)
  if (membership === undefined || membership.disabled) throw notFound('organization', organizationId)
  await expectSignIn(tx, ctx.caller, membership.policy)
  const role = parentId === null ? membership.role : await roleIn(tx, ctx, organizationId, parentId)
  if (!isAtLeast(role, 'create')) throw blocked('You need the Create role in the destination')
}

async function roleIn(tx: Tx, ctx: Context, organizationId: string, collectionId: string) {
  const facts = await accessFacts(tx, { kind: 'collection', id: collectionId }, ctx.caller.userId)
  const role = facts?.organizationId === organizationId ? resolveAccess(facts).role : null
  if (role === null) throw notFound('collection', collectionId)
  return role
}

/** @throws {DomainError} 412 when a space is on a site or locked */
export async function expectTransferable(
  tx: Tx,
  organizationId: string,
  spaces: readonly { readonly id: string; readonly title: string; readonly editMode: string }[],
): Promise<void> {
  const locked = spaces.find(({ editMode }) => editMode === 'locked')
  if (locked) throw blocked(`“${locked.title}” is locked. Unlock it first`)
  const [shown] = await titlesShownOnSites(
    tx,
    organizationId,
    spaces.map(({ id }) => id),
  )
  if (shown !== undefined) throw blocked(`A site shows “${shown}”. Remove it from the site first`)
}

/** The states before and after a transfer, for the logs of both organizations. */
export const transferStates = (
  from: Target,
  to: Target,
): readonly Pick<AuditEventInput, 'before' | 'after' | 'organizationId'>[] =>
  [...new Set([from.organizationId, to.organizationId])].map((organizationId) => ({
    organizationId,
    before: { organization: from.organizationId, parent: from.parentId },
    after: { organization: to.organizationId, parent: to.parentId },
  }))

/** Moves one space with its pages, files, history and pins; its grants and its translations' links to it are deleted. */
export async function transferSpace(
  tx: Tx,
  space: { from: string; to: string; id: string; parentId: string | null; orderKey: string | null },
): Promise<void> {
  await deleteGrants(tx, space.from, 'space', [space.id])
  await deleteMarksAround(tx, space.from, space.id)
  // Its credentials belong to the organization that it leaves.
  if (space.to !== space.from) await deleteGitSync(tx, { organizationId: space.from, spaceId: space.id })
  if (space.to !== space.from) await deleteWebhooksOfSpace(tx, space.from, space.id)
  if (space.to !== space.from) await deleteRules(tx, space.from, 'space', [space.id])
  if (space.to !== space.from) await deleteNotifications(tx, space.from, 'space', [space.id])
  await moveSpace(tx, space)
  if (space.to !== space.from) await transferPins(tx, space)
  if (space.to !== space.from) await transferFreshness(tx, space)
  await transferContent(tx, { organizationId: space.from, spaceId: space.id }, space.to)
}
