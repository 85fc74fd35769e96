import { collections } from '#contract/collections.ts'
import { standingOf } from '../../auth/grants.ts'
import { expectVersion } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { expectMayCreateIn, keyAtEnd, placeAsked, viewerOf } from '../library/place.ts'
import { ancestorsOf, branchOf, holdCollection, holdShelves, holdShelvesOf } from '../library/queries.ts'
import { refuseTooDeep, storedLevel } from '../library/rules.ts'
import { presentSpace } from '../spaces/present.ts'
import { spacePage } from '../spaces/queries.ts'
import { detachSpaces, dropGrants, moveCollections, spacesWithin } from '../transfers/queries.ts'
import { expectFree, expectMayTransferTo, takeSpace } from '../transfers/transfer.ts'
import { trashSpaces } from '../trash/trash.ts'
import { presentCollection } from './present.ts'
import {
  changeCollection,
  collectionPage,
  collectionSeen,
  insertCollection,
  removeCollections,
  spacesIn,
} from './queries.ts'

export const collectionHandlers = handle(collections, {
  async list(ctx, { query }) {
    const { rows, next, count } = await collectionPage(ctx.db, viewerOf(ctx), query, query.nested)
    return { ...(next ? { next } : {}), count, items: rows.map((row) => presentCollection(row, ctx.urls)) }
  },

  async create(ctx, { body }) {
    const { organizationId } = ctx.access
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      const parentId = body.parent ?? null
      await expectMayCreateIn(tx, ctx, parentId)
      await holdShelves(tx, organizationId)
      if (parentId !== null) refuseTooDeep(await ancestorsOf(tx, organizationId, parentId))
      const orderKey = await keyAtEnd(tx, organizationId, parentId)
      const title = body.title ?? 'Untitled'
      await insertCollection(tx, { id, organizationId, parentId, orderKey, title, now: ctx.now() })
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
    return ctx.write(async (tx) => {
      const held = await holdCollection(tx, ctx.access.organizationId, collectionId)
      expectVersion(ctx, held.version)
      if (Object.keys(change).length > 0) {
        await changeCollection(tx, ctx.access.organizationId, collectionId, change, ctx.now())
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
      await removeCollections(tx, organizationId, branch)
    })
    return undefined
  },

  async listSpaces(ctx, { params, query }) {
    const viewer = viewerOf(ctx)
    const { rows, next, count } = await spacePage(ctx.db, viewer, query, { parentId: params.collectionId })
    const items = rows.map((row) => presentSpace(row, ctx.urls, ctx.access.organizationRole))
    return { ...(next ? { next } : {}), count, items }
  },

  async move(ctx, { params: { collectionId }, body }) {
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      await holdShelves(tx, organizationId)
      const held = await holdCollection(tx, organizationId, collectionId)
      expectVersion(ctx, held.version)
      const place = await placeAsked(tx, ctx, { ...held, kind: 'collection' }, body)
      await changeCollection(tx, organizationId, collectionId, place, ctx.now())
      return presentCollection(await collectionSeen(tx, viewerOf(ctx), collectionId), ctx.urls)
    })
  },

  async transfer(ctx, { params: { collectionId }, body }) {
    const from = ctx.access.organizationId
    const to = body.organization
    return ctx.write(async (tx) => {
      if (to === from) throw new DomainError('no_change', 'The collection is in this organization already')
      await holdShelvesOf(tx, [from, to])
      await holdCollection(tx, from, collectionId)
      await expectMayTransferTo(tx, ctx, { organizationId: to, parentId: null })
      const branch = await branchOf(tx, from, collectionId)
      const spaces = await spacesWithin(tx, from, branch)
      await expectFree(tx, from, spaces)
      const order_key = await keyAtEnd(tx, to, null)
      await dropGrants(tx, from, 'collection', branch)
      await detachSpaces(tx, from, branch)
      await moveCollections(tx, from, to, branch)
      for (const { id, parentId } of spaces) await takeSpace(tx, { from, to, id, parentId, orderKey: null })
      await changeCollection(tx, to, collectionId, { order_key, default_level: 'inherit' }, ctx.now())
      const standing = (await standingOf(tx, to, ctx.caller.userId)) ?? { role: null, disabled: false }
      const viewer = { organizationId: to, userId: ctx.caller.userId, standing }
      return presentCollection(await collectionSeen(tx, viewer, collectionId), ctx.urls)
    })
  },
})
