import { cutText } from '#markup/cut-text.ts'
import { reversalOf, startWith } from '../../content/revert-merge.ts'
import { lockHead } from '../../content/revision-rows.ts'
import type { SpaceRef } from '../../content/space-ref.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { changeRequestAuditEvent, labelOf } from './audit-events.ts'
import { createChangeRequest } from './create.ts'
import { type ChangeRequestRow, changeRequestOf } from './queries.ts'
import { expectMerged } from './rules.ts'

const MAX_SUBJECT_LENGTH = 100

/**
 * Creates a change request that undoes a merged one, with the audit events of both.
 * @throws {DomainError} `not_found`, `invalid_state` (not merged), `no_change`
 */
export async function revertChangeRequest(
  tx: Tx,
  ctx: Context,
  spaceRef: SpaceRef,
  idOrNumber: string,
): Promise<ChangeRequestRow> {
  const head = await lockHead(tx, spaceRef)
  const merged = await changeRequestOf(tx, spaceRef, idOrNumber)
  const reversal = await reversalOf(tx, spaceRef, expectMerged(merged), head)
  const by = ctx.caller.userId
  const subject = cutText(`Revert ${labelOf(merged)}`, MAX_SUBJECT_LENGTH).trimEnd()
  const changeRequestId = await createChangeRequest(tx, ctx, {
    ...spaceRef,
    subject,
    by,
    revision: reversal.base,
  })
  const authorship = { by, now: ctx.now(), newId: ctx.newId }
  await startWith(tx, { ...spaceRef, changeRequestId, ...authorship }, reversal)
  const created = await changeRequestOf(tx, spaceRef, changeRequestId)
  const after = { changeRequest: created.id, subject }
  await recordAuditEvents(tx, ctx, changeRequestAuditEvent('revert', merged, { after }))
  return created
}
