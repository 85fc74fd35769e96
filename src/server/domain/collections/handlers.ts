import { collections } from '#contract/collections.ts'
import { membershipOf } from '../../auth/grants.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { enqueueContentSweep } from '../../content/sweep.ts'
import { expectVersion } from '../../context.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { removeSpaceValues } from '../custom-fields/remove-values.ts'
import { currentPosition } from '../library-tree/current-position.ts'
import { storedLevel } from '../library-tree/default-levels.ts'
import { expectCanCreateIn, expectDepth, orderKeyAtEnd, positionFor } from '../library-tree/position.ts'
import { branchOf, lockLibraries, lockLibrary } from '../library-tree/queries.ts'
import { deleteRules } from '../merge-rules/queries.ts'
import { presentSpace } from '../spaces/present.ts'
import { spacesOfCollection } from '../spaces/queries.ts'
import {
  deleteGrants,
  deleteNotifications,
  detachSpaces,
  lockSpacesOfCollections,
  moveCollections,
} from '../transfers/queries.ts'
import { expectCanTransferTo, expectTransferable, transferSpace } from '../transfers/transfer.ts'
import { trashSpaces } from '../trash/trash.ts'
import { auditStateOf, collectionAuditEvent, transferAuditEvents, updateAuditEvents } from './audit-events.ts'
import { presentCollection } from './present.ts'
import {
  changeCollection,
  collectionPage,
  insertCollection,
  lockCollection,
  lockCollections,
  removeCollections,
  spacesIn,
  visibleCollection,
} from './queries.ts'

export const collectionHandlers = handle(collections, {
  async list(ctx, { query }) {
    return listResponse(await collectionPage(ctx.db, viewerOf(ctx), query, query.nested), (row) =>
      presentCollection(row, ctx.urls),
    )
  },

  async create(ctx, { body }) {
    const { organizationId } = ctx.access
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      const parentId = body.parent ?? null
      await lockLibrary(tx, organizationId)
      await expectCanCreateIn(tx, ctx, parentId)
      await expectDepth(tx, organizationId, parentId)
      const orderKey = await orderKeyAtEnd(tx, organizationId, parentId)
      const title = body.title ?? 'Untitled'
      const by = ctx.caller.userId
      await insertCollection(tx, { id, organizationId, parentId, orderKey, title, by, now: ctx.now() })
      const created = await lockCollection(tx, organizationId, id)
      await recordAuditEvents(
        tx,
        ctx,
        collectionAuditEvent('create', created, { after: auditStateOf(created) }),
      )
      return presentCollection(await visibleCollection(tx, viewerOf(ctx), id), ctx.urls)
    })
  },

  async get(ctx, { params }) {
    return presentCollection(await visibleCollection(ctx.db, viewerOf(ctx), params.collectionId), ctx.urls)
  },

  async update(ctx, { params: { collectionId }, body: { title, description, defaultLevel } }) {
    const change = {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(defaultLevel === undefined ? {} : { default_level: storedLevel(defaultLevel) }),
    }
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      const stored = await lockCollection(tx, organizationId, collectionId)
      expectVersion(ctx, stored.version)
      if (Object.keys(change).length > 0) {
        const by = { updated_by: ctx.caller.userId }
        await changeCollection(tx, organizationId, collectionId, { ...change, ...by }, ctx.now())
        await recordAuditEvents(
          tx,
          ctx,
          ...updateAuditEvents(stored, await lockCollection(tx, organizationId, collectionId)),
        )
      }
      return presentCollection(await visibleCollection(tx, viewerOf(ctx), collectionId), ctx.urls)
    })
  },

  async delete(ctx, { params: { collectionId } }) {
    const { organizationId } = ctx.access
    await ctx.write(async (tx) => {
      await lockLibrary(tx, organizationId)
      expectVersion(ctx, (await lockCollection(tx, organizationId, collectionId)).version)
      const branch = await branchOf(tx, organizationId, collectionId)
      const spaces = await spacesIn(tx, organizationId, branch)
      await trashSpaces(
        tx,
        ctx,
        spaces.map(({ id }) => id),
      )
      const deleted = await lockCollections(tx, organizationId, branch)
      await removeCollections(tx, organizationId, branch)
      await recordAuditEvents(
        tx,
        ctx,
        ...deleted.map((one) => collectionAuditEvent('delete', one, { before: auditStateOf(one) })),
      )
    })
    return undefined
  },

  async listSpaces(ctx, { params, query }) {
    const page = await spacesOfCollection(ctx.db, viewerOf(ctx), params.collectionId, query)
    return listResponse(page, (row) => presentSpace(row, ctx.urls, ctx.access.organizationRole))
  },

  async move(ctx, { params: { collectionId }, body }) {
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      await lockLibrary(tx, organizationId)
      const stored = await lockCollection(tx, organizationId, collectionId)
      expectVersion(ctx, stored.version)
      const position = await positionFor(tx, ctx, { ...stored, kind: 'collection' }, body)
      const before = await currentPosition(tx, organizationId, stored)
      // A move is no edit, so the time of the last one stays.
      await changeCollection(tx, organizationId, collectionId, position, stored.updatedAt)
      const movedCollection = await lockCollection(tx, organizationId, collectionId)
      const changed = difference(before, await currentPosition(tx, organizationId, movedCollection))
      if (changed !== null)
        await recordAuditEvents(tx, ctx, collectionAuditEvent('move', movedCollection, changed))
      return presentCollection(await visibleCollection(tx, viewerOf(ctx), collectionId), ctx.urls)
    })
  },

  async transfer(ctx, { params: { collectionId }, body }) {
    const from = ctx.access.organizationId
    const to = body.organization
    return ctx.write(async (tx) => {
      if (to === from) throw new DomainError('no_change', 'The collection is already in this organization')
      await lockLibraries(tx, [from, to])
      const stored = await lockCollection(tx, from, collectionId)
      await expectCanTransferTo(tx, ctx, { organizationId: to, parentId: null })
      const branch = await branchOf(tx, from, collectionId)
      const spaces = await lockSpacesOfCollections(tx, from, branch)
      await expectTransferable(tx, from, spaces)
      const order_key = await orderKeyAtEnd(tx, to, null)
      await removeSpaceValues(
        tx,
        ctx,
        from,
        spaces.map(({ id }) => id),
      )
      await detachSpaces(tx, from, branch)
      await deleteRules(tx, from, 'collection', branch)
      await deleteNotifications(tx, from, 'collection', branch)
      await moveCollections(tx, from, to, branch)
      // After the move, which waits for grants being added to these collections.
      await deleteGrants(tx, from, 'collection', branch)
      for (const { id, parentId } of spaces)
        await transferSpace(tx, { from, to, id, parentId, orderKey: null })
      await changeCollection(tx, to, collectionId, { order_key, default_level: 'inherit' }, ctx.now())
      await recordAuditEvents(tx, ctx, ...transferAuditEvents(stored, spaces, from, to))
      await enqueueContentSweep(tx, ctx, from)
      const membership = (await membershipOf(tx, to, ctx.caller.userId)) ?? { role: null, disabled: false }
      const viewer = { organizationId: to, userId: ctx.caller.userId, membership }
      return presentCollection(await visibleCollection(tx, viewer, collectionId), ctx.urls)
    })
  },
})
