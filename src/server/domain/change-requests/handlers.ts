import { changeRequests } from '#contract/change-requests.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { saveTextsOfRequest } from '../../coediting/save.ts'
import { requestConflicts } from '../../content/merge-request.ts'
import { readAhead } from '../../content/read-ahead.ts'
import { lockHead, revisionAt } from '../../content/revision-rows.ts'
import { type Context, expectVersion } from '../../context.ts'
import { handle } from '../../handle.ts'
import { difference, recordAuditEvents } from '../audit-events/record.ts'
import { pdfUrl } from '../exports/printing.ts'
import { compareRoots } from '../revision-content/comparison.ts'
import { auditStateOf, changeRequestAuditEvent } from './audit-events.ts'
import { conflictPage } from './conflicts.ts'
import { createChangeRequest } from './create.ts'
import { mergeLocked, updateLocked } from './merge.ts'
import { checkMerge } from './merge-check.ts'
import { presentChangeRequest, presentChangeRequests } from './present.ts'
import {
  changeRequestOf,
  changeRequestsOfSpace,
  lockChangeRequest,
  visibleChangeRequests,
} from './queries.ts'
import { expectQueueingHelps, queueChangeRequest, recordUnqueue, unqueueChangeRequest } from './queue.ts'
import { revertChangeRequest } from './revert.ts'
import { expectUnmerged } from './rules.ts'
import { countStatus, updateChangeRequest } from './write-queries.ts'

export const changeRequestHandlers = handle(changeRequests, {
  async list(ctx, { params: { spaceId }, query }) {
    const { rows, next, count } = await changeRequestsOfSpace(ctx.db, at(ctx, spaceId), query)
    return { ...(next ? { next } : {}), count, items: await presentChangeRequests(ctx, rows) }
  },

  async listInOrganization(ctx, { query }) {
    const { rows, next, count } = await visibleChangeRequests(ctx.db, viewerOf(ctx), query)
    return { ...(next ? { next } : {}), count, items: await presentChangeRequests(ctx, rows) }
  },

  async create(ctx, { params: { spaceId }, body: { subject = '' } }) {
    const spaceRef = at(ctx, spaceId)
    return ctx.write(async (tx) => {
      const id = await createChangeRequest(tx, ctx, { ...spaceRef, subject, by: ctx.caller.userId })
      const created = await changeRequestOf(tx, spaceRef, id)
      return presentChangeRequest(ctx, created, tx)
    })
  },

  async get(ctx, { params: { spaceId, changeRequestId } }) {
    return presentChangeRequest(ctx, await changeRequestOf(ctx.db, at(ctx, spaceId), changeRequestId))
  },

  async update(ctx, { params: { spaceId, changeRequestId }, body }) {
    const spaceRef = at(ctx, spaceId)
    return ctx.write(async (tx) => {
      await lockHead(tx, spaceRef)
      const before = await lockChangeRequest(tx, spaceRef, changeRequestId)
      expectVersion(ctx, before.version)
      const update = {
        subject: body.subject ?? before.subject,
        description: body.description?.markdown.trim() ?? before.description,
        status: body.status ?? before.status,
      }
      const changed = difference(auditStateOf(before), update)
      if (changed === null) return presentChangeRequest(ctx, before, tx)
      expectUnmerged(before.status)
      await updateChangeRequest(tx, spaceRef.organizationId, before.id, update, ctx.now())
      await countStatus(tx, spaceRef, { from: before.status, to: update.status })
      const after = await changeRequestOf(tx, spaceRef, before.id)
      await recordAuditEvents(tx, ctx, changeRequestAuditEvent('update', after, changed))
      if (before.queuedAt !== null && (after.status === 'draft' || after.status === 'archived'))
        await recordUnqueue(tx, ctx, spaceRef, before, after.status)
      return presentChangeRequest(ctx, after, tx)
    })
  },

  async merge(ctx, { params: { spaceId, changeRequestId }, body: { bypassReason } }) {
    const spaceRef = at(ctx, spaceId)
    const { id } = await changeRequestOf(ctx.db, spaceRef, changeRequestId)
    await saveTextsOfRequest(ctx, spaceRef, id)
    const read = await readAhead(ctx.db, { ...spaceRef, changeRequestId: id })
    return ctx.write(async (tx) => {
      await lockHead(tx, spaceRef)
      const request = await lockChangeRequest(tx, spaceRef, changeRequestId)
      return mergeLocked(tx, ctx, request, { bypassReason, read })
    })
  },

  async queueMerge(ctx, { params: { spaceId, changeRequestId } }) {
    const spaceRef = at(ctx, spaceId)
    await expectQueueingHelps(ctx, await changeRequestOf(ctx.db, spaceRef, changeRequestId))
    return ctx.write(async (tx) => {
      const input = { ...spaceRef, changeRequestId, by: ctx.caller.userId }
      return presentChangeRequest(ctx, await queueChangeRequest(tx, ctx, input), tx)
    })
  },

  async cancelMerge(ctx, { params: { spaceId, changeRequestId } }) {
    const spaceRef = at(ctx, spaceId)
    await ctx.write(async (tx) => {
      const request = await lockChangeRequest(tx, spaceRef, changeRequestId)
      await unqueueChangeRequest(tx, ctx, spaceRef, request, 'canceled')
    })
    return undefined
  },

  async revert(ctx, { params: { spaceId, changeRequestId } }) {
    return ctx.write(async (tx) => {
      const created = await revertChangeRequest(tx, ctx, at(ctx, spaceId), changeRequestId)
      return presentChangeRequest(ctx, created, tx)
    })
  },

  async updateFromSpace(ctx, { params: { spaceId, changeRequestId }, body }) {
    const spaceRef = at(ctx, spaceId)
    const resolutions = new Map(body.resolutions?.map((one) => [one.conflict, one]))
    return ctx.write(async (tx) => {
      const request = await lockChangeRequest(tx, spaceRef, changeRequestId)
      return updateLocked(tx, ctx, request, resolutions)
    })
  },

  async pdf(ctx, { params: { spaceId, changeRequestId }, query }) {
    const { id, revision } = await changeRequestOf(ctx.db, at(ctx, spaceId), changeRequestId)
    return pdfUrl(ctx, { spaceId, changeRequestId: id, revision, ...query })
  },

  async mergeCheck(ctx, { params: { spaceId, changeRequestId } }) {
    return checkMerge(ctx, await changeRequestOf(ctx.db, at(ctx, spaceId), changeRequestId))
  },

  async conflicts(ctx, { params: { spaceId, changeRequestId }, query }) {
    const spaceRef = at(ctx, spaceId)
    const { id, status } = await changeRequestOf(ctx.db, spaceRef, changeRequestId)
    const conflicts =
      status === 'merged' ? [] : await requestConflicts(ctx.db, { ...spaceRef, changeRequestId: id })
    return conflictPage(conflicts, query)
  },

  async changes(ctx, { params: { spaceId, changeRequestId }, query: { limit } }) {
    const spaceRef = at(ctx, spaceId)
    const request = await changeRequestOf(ctx.db, spaceRef, changeRequestId)
    const base = await revisionAt(ctx.db, spaceRef, request.revisionAncestor ?? request.revisionInitial)
    const now = await revisionAt(ctx.db, spaceRef, request.revision)
    return compareRoots(ctx, { spaceId, from: base.root, to: now.root, limit })
  },
})

const at = (ctx: Context, spaceId: string) => ({ organizationId: ctx.access.organizationId, spaceId })
