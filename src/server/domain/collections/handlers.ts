import { collections } from '#contract/collections.ts'
import { standingOf } from '../../auth/grants.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { expectVersion } from '../../context.ts'
import { listAnswer } from '../../db/page.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { difference, record } from '../audit-events/record.ts'
import { leaveValues } from '../custom-fields/remove-values.ts'
import { standingPlace } from '../library-tree/current-position.ts'
import { storedLevel } from '../library-tree/default-levels.ts'
import { expectDepth, expectMayCreateIn, keyAtEnd, placeAsked } from '../library-tree/position.ts'
import { branchOf, holdShelves, holdShelvesOf } from '../library-tree/queries.ts'
import { presentSpace } from '../spaces/present.ts'
import { spacesOnShelf } from '../spaces/queries.ts'
import { detachSpaces, dropGrants, moveCollections, spacesWithin } from '../transfers/queries.ts'
import { expectFree, expectMayTransferTo, takeSpace } from '../transfers/transfer.ts'
import { sweepLater } from '../trash/purge.ts'
import { trashSpaces } from '../trash/trash.ts'
import { collectionAct, transferActs, updateActs, wholeOf } from './audit.ts'
import { presentCollection } from './present.ts'
import {
  changeCollection,
  collectionPage,
  collectionSeen,
  holdCollection,
  holdCollections,
  insertCollection,
  removeCollections,
  spacesIn,
} from './queries.ts'

export const collectionHandlers = handle(collections, {
  async list(ctx, { query }) {
    return listAnswer(await collectionPage(ctx.db, viewerOf(ctx), query, query.nested), (row) =>
      presentCollection(row, ctx.urls),
    )
  },

  async create(ctx, { body }) {
    const { organizationId } = ctx.access
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      const parentId = body.parent ?? null
      await holdShelves(tx, organizationId)
      await expectMayCreateIn(tx, ctx, parentId)
      await expectDepth(tx, organizationId, parentId)
      const orderKey = await keyAtEnd(tx, organizationId, parentId)
      const title = body.title ?? 'Untitled'
      await insertCollection(tx, { id, organizationId, parentId, orderKey, title, now: ctx.now() })
      const made = await holdCollection(tx, organizationId, id)
      await record(tx, ctx, collectionAct('create', made, { after: wholeOf(made) }))
      return presentCollection(await collectionSeen(tx, viewerOf(ctx), id), ctx.urls)
    })
  },

  async get(ctx, { params }) {
    return presentCollection(await collectionSeen(ctx.db, viewerOf(ctx), params.collectionId), ctx.urls)
  },

  async update(ctx, { params: { collectionId }, body: { title, description, defaultLevel } }) {
    const change = {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description: description === '' ? null : description }),
      ...(defaultLevel === undefined ? {} : { default_level: storedLevel(defaultLevel) }),
    }
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      const held = await holdCollection(tx, organizationId, collectionId)
      expectVersion(ctx, held.version)
      if (Object.keys(change).length > 0) {
        await changeCollection(tx, organizationId, collectionId, change, ctx.now())
        await record(tx, ctx, ...updateActs(held, await holdCollection(tx, organizationId, collectionId)))
      }
      return presentCollection(await collectionSeen(tx, viewerOf(ctx), collectionId), ctx.urls)
    })
  },

  async delete(ctx, { params: { collectionId } }) {
    const { organizationId } = ctx.access
    await ctx.write(async (tx) => {
      await holdShelves(tx, organizationId)
      expectVersion(ctx, (await holdCollection(tx, organizationId, collectionId)).version)
      const branch = await branchOf(tx, organizationId, collectionId)
      const spaces = await spacesIn(tx, organizationId, branch)
      await trashSpaces(
        tx,
        ctx,
        spaces.map(({ id }) => id),
      )
      const gone = await holdCollections(tx, organizationId, branch)
      await removeCollections(tx, organizationId, branch)
      await record(tx, ctx, ...gone.map((one) => collectionAct('delete', one, { before: wholeOf(one) })))
    })
    return undefined
  },

  async listSpaces(ctx, { params, query }) {
    const page = await spacesOnShelf(ctx.db, viewerOf(ctx), params.collectionId, query)
    return listAnswer(page, (row) => presentSpace(row, ctx.urls, ctx.access.organizationRole))
  },

  async move(ctx, { params: { collectionId }, body }) {
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      await holdShelves(tx, organizationId)
      const held = await holdCollection(tx, organizationId, collectionId)
      expectVersion(ctx, held.version)
      const place = await placeAsked(tx, ctx, { ...held, kind: 'collection' }, body)
      const before = await standingPlace(tx, organizationId, held)
      await changeCollection(tx, organizationId, collectionId, place, ctx.now())
      const moved = await holdCollection(tx, organizationId, collectionId)
      const changed = difference(before, await standingPlace(tx, organizationId, moved))
      if (changed !== null) await record(tx, ctx, collectionAct('move', moved, changed))
      return presentCollection(await collectionSeen(tx, viewerOf(ctx), collectionId), ctx.urls)
    })
  },

  async transfer(ctx, { params: { collectionId }, body }) {
    const from = ctx.access.organizationId
    const to = body.organization
    return ctx.write(async (tx) => {
      if (to === from) throw new DomainError('no_change', 'The collection is in this organization already')
      await holdShelvesOf(tx, [from, to])
      const held = await holdCollection(tx, from, collectionId)
      await expectMayTransferTo(tx, ctx, { organizationId: to, parentId: null })
      const branch = await branchOf(tx, from, collectionId)
      const spaces = await spacesWithin(tx, from, branch)
      await expectFree(tx, from, spaces)
      const order_key = await keyAtEnd(tx, to, null)
      await leaveValues(
        tx,
        ctx,
        from,
        spaces.map(({ id }) => id),
      )
      await detachSpaces(tx, from, branch)
      await moveCollections(tx, from, to, branch)
      // After the move, which waits for whoever is granting something there.
      await dropGrants(tx, from, 'collection', branch)
      for (const { id, parentId } of spaces) await takeSpace(tx, { from, to, id, parentId, orderKey: null })
      await changeCollection(tx, to, collectionId, { order_key, default_level: 'inherit' }, ctx.now())
      await record(tx, ctx, ...transferActs(held, spaces, from, to))
      await sweepLater(tx, ctx, from)
      const standing = (await standingOf(tx, to, ctx.caller.userId)) ?? { role: null, disabled: false }
      const viewer = { organizationId: to, userId: ctx.caller.userId, standing }
      return presentCollection(await collectionSeen(tx, viewer, collectionId), ctx.urls)
    })
  },
})
