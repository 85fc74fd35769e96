import { type Space, spaces } from '#contract/spaces.ts'
import { membershipOf } from '../../auth/grants.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { createContent } from '../../content/create-content.ts'
import { enqueueContentSweep } from '../../content/sweep.ts'
import { type Context, expectVersion } from '../../context.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { removeSpaceValues } from '../custom-fields/remove-values.ts'
import { currentPosition } from '../library-tree/current-position.ts'
import { storedLevel } from '../library-tree/default-levels.ts'
import { expectCanCreateIn, newKeyAtEnd, orderKeyAtEnd, positionFor } from '../library-tree/position.ts'
import { lockLibraries, lockLibrary, lockLibraryShared } from '../library-tree/queries.ts'
import { expectLanguage } from '../space-languages/expect-language.ts'
import { expectCanTransferTo, expectTransferable, transferSpace } from '../transfers/transfer.ts'
import { auditStateOf, spaceAuditEvent, transferAuditEvents, updateAuditEvents } from './audit-events.ts'
import { authorizedSpace } from './authorized-queries.ts'
import { copySpace } from './copy.ts'
import { presentSpace, presentSpaceForVisitor } from './present.ts'
import {
  changeSpace,
  insertRecordedSpace,
  lockActiveSpace,
  lockSpace,
  type SpaceChange,
  spacePage,
  visibleSpace,
} from './queries.ts'
import { visibilityIn } from './rules.ts'
import { updateAtOnce } from './update-queries.ts'

/** A space that the site of the caller's token shows. */
async function spaceForVisitor(ctx: Context, spaceId: string): Promise<Space> {
  const viewer = { ...viewerOf(ctx), membership: { role: 'admin', disabled: false } as const }
  const row = await visibleSpace(ctx.db, viewer, spaceId)
  return presentSpaceForVisitor({ ...row, role: null }, ctx.urls)
}

export const spaceHandlers = handle(spaces, {
  async list(ctx, { query }) {
    return listResponse(await spacePage(ctx.db, viewerOf(ctx), query), (row) =>
      presentSpace(row, ctx.urls, ctx.access.organizationRole),
    )
  },

  async create(ctx, { body }) {
    const { organizationId } = ctx.access
    const id = ctx.newId()
    const now = ctx.now()
    return ctx.write(async (tx) => {
      const parentId = body.parent ?? null
      await lockLibraryShared(tx, organizationId)
      await expectCanCreateIn(tx, ctx, parentId)
      const { revision: revisionId } = await createContent(tx, {
        organizationId,
        spaceId: id,
        by: ctx.caller.userId,
        now,
        newId: ctx.newId,
      })
      const created = {
        id,
        organizationId,
        parentId,
        orderKey: await newKeyAtEnd(tx, organizationId, parentId),
        title: body.title ?? 'Untitled',
        emoji: body.emoji || null,
        icon: null,
        editMode: body.editMode ?? 'live',
        visibility: visibilityIn(parentId),
        defaultLevel: 'inherit',
        language: null,
        revisionId,
        now,
      } as const
      const event = spaceAuditEvent('create', created, { after: auditStateOf(created) })
      await insertRecordedSpace(tx, created, ctx, event)
      return answer(ctx, tx, id)
    })
  },

  async get(ctx, { params }) {
    if (ctx.caller.reader !== undefined) return spaceForVisitor(ctx, params.spaceId)
    const { defaultLevel, organizationRole } = ctx.access
    if (defaultLevel === undefined) return answer(ctx, ctx.db, params.spaceId)
    const row = await authorizedSpace(ctx.db, { ...ctx.access, defaultLevel }, params.spaceId)
    return presentSpace(row, ctx.urls, organizationRole)
  },

  async update(ctx, { params: { spaceId }, body }) {
    const change: SpaceChange = {
      ...(body.title === undefined ? {} : { title: body.title }),
      ...(body.emoji === undefined ? {} : { emoji: body.emoji || null }),
      ...(body.icon === undefined ? {} : { icon: body.icon }),
      ...(body.editMode === undefined ? {} : { edit_mode: body.editMode }),
      ...(body.language === undefined ? {} : { language: body.language }),
      ...(body.defaultLevel === undefined ? {} : { default_level: storedLevel(body.defaultLevel) }),
    }
    const { organizationId } = ctx.access
    if (body.language === undefined && body.defaultLevel === undefined) {
      const updated = await updateAtOnce(ctx, spaceId, change)
      if (updated !== null) return presentSpace(updated, ctx.urls, ctx.access.organizationRole)
    }
    return ctx.write(async (tx) => {
      // Only the language depends on other spaces.
      if (body.language !== undefined) await lockLibrary(tx, organizationId)
      const stored = await lockActiveSpace(tx, organizationId, spaceId)
      expectVersion(ctx, stored.version)
      if (body.language !== undefined) await expectLanguage(tx, organizationId, spaceId, body.language)
      if (Object.keys(change).length > 0) {
        await changeSpace(
          tx,
          organizationId,
          spaceId,
          { ...change, updated_by: ctx.caller.userId },
          ctx.now(),
        )
        await recordAuditEvents(
          tx,
          ctx,
          ...updateAuditEvents(stored, await lockSpace(tx, organizationId, spaceId)),
        )
      }
      return answer(ctx, tx, spaceId)
    })
  },

  async duplicate(ctx, { params: { spaceId } }) {
    return ctx.write(async (tx) => answer(ctx, tx, await copySpace(tx, ctx, spaceId)))
  },

  async transfer(ctx, { params: { spaceId }, body }) {
    const from = ctx.access.organizationId
    const to = { organizationId: body.organization, parentId: body.parent ?? null }
    return ctx.write(async (tx) => {
      await lockLibraries(tx, [from, to.organizationId])
      const stored = await lockActiveSpace(tx, from, spaceId)
      if (to.organizationId === from && to.parentId === stored.parentId) {
        throw new DomainError('no_change', 'The space is already there')
      }
      await expectCanTransferTo(tx, ctx, to)
      const orderKey = await orderKeyAtEnd(tx, to.organizationId, to.parentId)
      if (to.organizationId === from) {
        const position = { parent_id: to.parentId, order_key: orderKey }
        const visibility = isPlain(stored.visibility) ? { visibility: visibilityIn(to.parentId) } : {}
        await changeSpace(tx, from, spaceId, { ...position, ...visibility }, ctx.now())
        await recordAuditEvents(
          tx,
          ctx,
          ...transferAuditEvents(stored, { organizationId: from, parentId: stored.parentId }, to),
        )
        return answer(ctx, tx, spaceId)
      }
      await expectTransferable(tx, from, [stored])
      await removeSpaceValues(tx, ctx, from, [spaceId])
      await transferSpace(tx, { from, to: to.organizationId, id: spaceId, parentId: to.parentId, orderKey })
      await enqueueContentSweep(tx, ctx, from)
      const visibility = visibilityIn(to.parentId)
      await changeSpace(tx, to.organizationId, spaceId, { visibility, default_level: 'inherit' }, ctx.now())
      await recordAuditEvents(
        tx,
        ctx,
        ...transferAuditEvents(stored, { organizationId: from, parentId: stored.parentId }, to),
      )
      return answerIn(ctx, tx, to.organizationId, spaceId)
    })
  },

  async move(ctx, { params: { spaceId }, body }) {
    const { organizationId } = ctx.access
    return ctx.write(async (tx) => {
      const stored = await lockForUpdate(tx, ctx, spaceId)
      const position = await positionFor(tx, ctx, { ...stored, kind: 'space' }, body)
      const before = await currentPosition(tx, organizationId, stored)
      const visibility = isPlain(stored.visibility) ? { visibility: visibilityIn(position.parent_id) } : {}
      // A move is no edit, so the time of the last one stays.
      await changeSpace(tx, organizationId, spaceId, { ...position, ...visibility }, stored.updatedAt)
      const movedSpace = await lockSpace(tx, organizationId, spaceId)
      const changed = difference(before, await currentPosition(tx, organizationId, movedSpace))
      if (changed !== null) await recordAuditEvents(tx, ctx, spaceAuditEvent('move', movedSpace, changed))
      return answer(ctx, tx, spaceId)
    })
  },
})

const isPlain = (visibility: string): boolean => visibility === 'private' || visibility === 'in-collection'

type Tx = Parameters<Parameters<Context['write']>[0]>[0]

/** Locks the library and an active space, and checks its version. */
async function lockForUpdate(tx: Tx, ctx: Context, spaceId: string) {
  const { organizationId } = ctx.access
  await lockLibrary(tx, organizationId)
  const stored = await lockActiveSpace(tx, organizationId, spaceId)
  expectVersion(ctx, stored.version)
  return stored
}

/** The space as the caller sees it in another organization, where their role may differ. */
async function answerIn(ctx: Context, tx: Tx, organizationId: string, spaceId: string) {
  const membership = (await membershipOf(tx, organizationId, ctx.caller.userId)) ?? {
    role: null,
    disabled: false,
  }
  const row = await visibleSpace(tx, { organizationId, userId: ctx.caller.userId, membership }, spaceId)
  return presentSpace(row, ctx.urls, membership.role)
}

const answer = async (ctx: Context, db: Context['db'] | Tx, spaceId: string) =>
  presentSpace(await visibleSpace(db, viewerOf(ctx), spaceId), ctx.urls, ctx.access.organizationRole)
