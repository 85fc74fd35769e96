import { api } from '#contract/api.ts'
import { listResponse } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { recordAuditEvents } from '../audit-events/record.ts'
import { expectDecided } from '../sites/conditional-content.ts'
import { entrancesOf } from '../sites/entrance-queries.ts'
import { expectEntrance } from '../sites/entrances.ts'
import { lockSite } from '../sites/structure-queries.ts'
import { scheduleAuditEvent } from './audit-events.ts'
import { presentActions } from './present.ts'
import {
  countWaiting,
  deleteEndedBefore,
  deleteScheduledAction,
  findScheduledAction,
  insertScheduledAction,
  lockScheduledAction,
  type ScheduledActionRow,
  scheduledActionPage,
} from './queries.ts'
import { expectFewEnough, expectMaySchedule, expectStatus, expectValidTime } from './rules.ts'

const LISTED_MS = 90 * 86_400_000

export const siteScheduledActionHandlers = handle(api.siteScheduledActions, {
  async list(ctx, { params, query: { status, ...paging } }) {
    const page = await scheduledActionPage(ctx.db, params, paging, status)
    const items = await presentActions(ctx.db, ctx, page.rows)
    return { ...listResponse(page, (row: ScheduledActionRow) => row), items }
  },

  async create(ctx, { params, body: { change, runsAt, timeZone } }) {
    const now = ctx.now()
    const time = new Date(runsAt)
    expectMaySchedule(ctx.access.role, change)
    expectValidTime(time, timeZone, now)
    const action = { ...params, id: ctx.newId(), change, runsAt: time, timeZone }
    return ctx.write(async (tx) => {
      const structure = await lockSite(tx, params.organizationId, params.siteId)
      const { site } = structure
      if (change.type === 'publish') await expectDecided(tx, structure)
      if (change.type === 'change-audience')
        expectEntrance(change.visibility, await entrancesOf(tx, params, now))
      await deleteEndedBefore(tx, params, new Date(now.getTime() - LISTED_MS))
      expectFewEnough(await countWaiting(tx, params))
      const row = await insertScheduledAction(tx, { ...action, scheduledBy: ctx.caller.userId }, now)
      const payload = { organizationId: params.organizationId, scheduledActionId: row.id }
      await ctx.jobs.enqueue(tx, 'run-scheduled-action', payload, { runAt: time })
      await recordAuditEvents(tx, ctx, scheduleAuditEvent('create', site, row))
      const [presented] = await presentActions(tx, ctx, [row])
      if (presented === undefined) throw new Error('The action was not presented')
      return presented
    })
  },

  async delete(ctx, { params: { scheduledActionId, ...params } }) {
    const seen = await findScheduledAction(ctx.db, params.organizationId, scheduledActionId)
    await ctx.write(async (tx) => {
      // One that is running has locked the site: this waits until it has run.
      const { site } = await lockSite(tx, params.organizationId, params.siteId)
      const row = await lockScheduledAction(tx, params, scheduledActionId)
      expectMaySchedule(ctx.access.role, row.change)
      expectStatus(row, seen?.status ?? row.status)
      await deleteScheduledAction(tx, params, row.id)
      if (row.status === 'waiting') await recordAuditEvents(tx, ctx, scheduleAuditEvent('cancel', site, row))
    })
    return undefined
  },
})
