import { spaces } from '#contract/spaces.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { expectVersion } from '../../context.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { orderKeyBack } from '../library-tree/position.ts'
import { lockLibrary } from '../library-tree/queries.ts'
import { spaceAuditEvent } from '../spaces/audit-events.ts'
import { presentSpace } from '../spaces/present.ts'
import { changeSpace, lockActiveSpace, lockSpace, visibleSpace } from '../spaces/queries.ts'
import { trashCutoff, trashSpaces } from './trash.ts'

/** Here and not with the other operations of spaces, because deleting changes the sites that show the space. */
export const spaceTrashHandlers = handle(spaces, {
  async delete(ctx, { params: { spaceId } }) {
    const { organizationId } = ctx.access
    await ctx.write(async (tx) => {
      await lockLibrary(tx, organizationId)
      const stored = await lockActiveSpace(tx, organizationId, spaceId)
      expectVersion(ctx, stored.version)
      await trashSpaces(tx, ctx, [spaceId])
    })
    return undefined
  },

  async restore(ctx, { params: { spaceId } }) {
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      await lockLibrary(tx, organizationId)
      const stored = await lockSpace(tx, organizationId, spaceId)
      if (stored.deletedAt === null) throw new DomainError('invalid_state', 'This space isn’t in the trash')
      if (stored.deletedAt < trashCutoff(ctx.now())) throw notFound('space', spaceId)
      const order_key = await orderKeyBack(tx, organizationId, stored)
      const restored = { deleted_at: null, deleted_by: null, order_key }
      await changeSpace(tx, organizationId, spaceId, restored, ctx.now())
      const after = { parent: stored.parentId }
      await recordAuditEvents(tx, ctx, spaceAuditEvent('restore', stored, { after }))
      const row = await visibleSpace(tx, viewerOf(ctx), spaceId)
      return presentSpace(row, ctx.urls, ctx.access.organizationRole)
    })
  },
})
