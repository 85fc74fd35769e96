import { createContent } from '../../content/create-content.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { orderKeyFor } from '../../order.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { expectCanCreateIn } from '../library-tree/position.ts'
import { lockLibrary, siblingsIn } from '../library-tree/queries.ts'
import { auditStateOf, spaceAuditEvent } from './audit-events.ts'
import { insertSpace, lockActiveSpace, lockSpace } from './queries.ts'
import { copyTitle, visibilityIn } from './rules.ts'

/**
 * Copies a space with its pages and files next to itself and returns the copy's id.
 * @throws {DomainError} `forbidden` without permission to create spaces there
 */
export async function copySpace(tx: Tx, ctx: Context, spaceId: string): Promise<string> {
  const { organizationId } = ctx.access
  const [id, now] = [ctx.newId(), ctx.now()]
  await lockLibrary(tx, organizationId)
  const model = await lockActiveSpace(tx, organizationId, spaceId)
  await expectCanCreateIn(tx, ctx, model.parentId)
  const { revision } = await createContent(tx, {
    organizationId,
    spaceId: id,
    copyOf: { spaceId, revision: model.revisionId },
    by: ctx.caller.userId,
    now,
    newId: ctx.newId,
  })
  const siblings = await siblingsIn(tx, organizationId, model.parentId)
  await insertSpace(tx, {
    ...model,
    id,
    organizationId,
    orderKey: orderKeyFor(siblings, id, { after: spaceId }),
    title: copyTitle(model.title),
    visibility: visibilityIn(model.parentId),
    revisionId: revision,
    now,
  })
  const copy = await lockSpace(tx, organizationId, id)
  await recordAuditEvents(
    tx,
    ctx,
    spaceAuditEvent('duplicate', copy, { after: { ...auditStateOf(copy), duplicateOf: spaceId } }),
  )
  return id
}
