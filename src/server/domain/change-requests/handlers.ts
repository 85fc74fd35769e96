import { changeRequests } from '#contract/change-requests.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { mergeRequest, requestConflicts, updateRequest } from '../../content/merge-request.ts'
import { readAhead } from '../../content/read-ahead.ts'
import { holdHead, revisionAt } from '../../content/revision-rows.ts'
import { type Context, expectVersion } from '../../context.ts'
import { handle } from '../../handle.ts'
import { difference, record } from '../audit-events/record.ts'
import { addressOfPdf } from '../exports/printing.ts'
import { comparison } from '../revision-content/comparison.ts'
import { heldBy, requestAct, writtenOf } from './audit.ts'
import { conflictPage } from './conflicts.ts'
import { openRequest } from './create.ts'
import { checkMerge } from './merge-check.ts'
import { presentRequest, presentRequests } from './present.ts'
import { holdRequest, type RequestRow, requestOf, requestsIn, requestsSeen } from './queries.ts'
import { expectUnmerged } from './rules.ts'
import { changeRequest, countStatus } from './write-queries.ts'

export const changeRequestHandlers = handle(changeRequests, {
  async list(ctx, { params: { spaceId }, query }) {
    const { rows, next, count } = await requestsIn(ctx.db, at(ctx, spaceId), query)
    return { ...(next ? { next } : {}), count, items: await presentRequests(ctx, rows) }
  },

  async listInOrganization(ctx, { query }) {
    const { rows, next, count } = await requestsSeen(ctx.db, viewerOf(ctx), query)
    return { ...(next ? { next } : {}), count, items: await presentRequests(ctx, rows) }
  },

  async create(ctx, { params: { spaceId }, body: { subject = '' } }) {
    const place = at(ctx, spaceId)
    return ctx.write(async (tx) => {
      const id = await openRequest(tx, ctx, { ...place, subject, by: ctx.caller.userId })
      const made = await requestOf(tx, place, id)
      return presentRequest(ctx, made, tx)
    })
  },

  async get(ctx, { params: { spaceId, changeRequestId } }) {
    return presentRequest(ctx, await requestOf(ctx.db, at(ctx, spaceId), changeRequestId))
  },

  async update(ctx, { params: { spaceId, changeRequestId }, body }) {
    const place = at(ctx, spaceId)
    return ctx.write(async (tx) => {
      await holdHead(tx, place)
      const before = await holdRequest(tx, place, changeRequestId)
      expectVersion(ctx, before.version)
      const wanted = { subject: body.subject ?? before.subject, status: body.status ?? before.status }
      const changed = difference(writtenOf(before), wanted)
      if (changed === null) return presentRequest(ctx, before, tx)
      expectUnmerged(before.status)
      await changeRequest(tx, place.organizationId, before.id, wanted, ctx.now())
      await countStatus(tx, place, { from: before.status, to: wanted.status })
      const after = await requestOf(tx, place, before.id)
      await record(tx, ctx, requestAct('update', after, changed))
      return presentRequest(ctx, after, tx)
    })
  },

  async merge(ctx, { params: { spaceId, changeRequestId } }) {
    const place = at(ctx, spaceId)
    const { id } = await requestOf(ctx.db, place, changeRequestId)
    const read = await readAhead(ctx.db, { ...place, changeRequestId: id })
    return ctx.write(async (tx) => {
      await holdHead(tx, place)
      const before = await holdRequest(tx, place, changeRequestId)
      const merged = await mergeRequest(tx, { ...place, changeRequestId: before.id, ...maker(ctx) }, read)
      if (merged.result === 'conflicts') return { revision: merged.revision, result: 'conflicts' }
      await noteMerge(tx, ctx, before, merged.revision)
      return { revision: merged.revision, result: 'merge' }
    })
  },

  async updateFromSpace(ctx, { params: { spaceId, changeRequestId }, body }) {
    const place = at(ctx, spaceId)
    const resolutions = new Map(body.resolutions?.map((one) => [one.conflict, one]))
    return ctx.write(async (tx) => {
      const before = await holdRequest(tx, place, changeRequestId)
      const ref = { ...place, changeRequestId: before.id, ...maker(ctx) }
      const { revision, result } = await updateRequest(tx, { ...ref, resolutions })
      if (result === 'conflicts') return { revision, result }
      const after = await requestOf(tx, place, before.id)
      const changed = difference(heldBy(before), heldBy(after))
      if (changed !== null) await record(tx, ctx, requestAct('update-from-space', after, changed))
      return { revision, result: 'update' }
    })
  },

  async pdf(ctx, { params: { spaceId, changeRequestId }, query }) {
    const { id, revision } = await requestOf(ctx.db, at(ctx, spaceId), changeRequestId)
    return addressOfPdf(ctx, { spaceId, changeRequestId: id, revision, ...query })
  },

  async mergeCheck(ctx, { params: { spaceId, changeRequestId } }) {
    return checkMerge(ctx, await requestOf(ctx.db, at(ctx, spaceId), changeRequestId))
  },

  async conflicts(ctx, { params: { spaceId, changeRequestId }, query }) {
    const place = at(ctx, spaceId)
    const { id, status } = await requestOf(ctx.db, place, changeRequestId)
    const found = status === 'merged' ? [] : await requestConflicts(ctx.db, { ...place, changeRequestId: id })
    return conflictPage(found, query)
  },

  async changes(ctx, { params: { spaceId, changeRequestId }, query: { limit } }) {
    const place = at(ctx, spaceId)
    const request = await requestOf(ctx.db, place, changeRequestId)
    const base = await revisionAt(ctx.db, place, request.revisionAncestor ?? request.revisionInitial)
    const now = await revisionAt(ctx.db, place, request.revision)
    return comparison(ctx, { spaceId, from: base.root, to: now.root, limit })
  },
})

/** Who makes a revision, and when. */
const maker = (ctx: Context) => ({ by: ctx.caller.userId, now: ctx.now(), newId: ctx.newId })

/** Makes a request that has been merged final, in its row, in its space's counts and in the log. */
async function noteMerge(tx: Tx, ctx: Context, before: RequestRow, revision: string): Promise<void> {
  const place = at(ctx, before.spaceId)
  const [now, by] = [ctx.now(), ctx.caller.userId]
  const done = { status: 'merged' as const, revision_merged: revision, merged_by: by, merged_at: now }
  await changeRequest(tx, place.organizationId, before.id, done, now)
  await countStatus(tx, place, { from: before.status, to: 'merged' })
  const sides = { before: { status: before.status }, after: { status: 'merged', revisionMerged: revision } }
  await record(tx, ctx, requestAct('merge', before, sides))
}

const at = (ctx: Context, spaceId: string) => ({ organizationId: ctx.access.organizationId, spaceId })

type Tx = Parameters<Parameters<Context['write']>[0]>[0]
