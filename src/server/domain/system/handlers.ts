import { MAX_SLOW_OPERATIONS, systems } from '#contract/system.ts'
import { listResponse } from '../../db/page.ts'
import { handle } from '../../handle.ts'
import { instance } from '../../instance.ts'
import { clearUndeliverable } from '../email-preferences/queries.ts'
import { takeRejectedEmail, undeliveredEmailPage } from './email-queries.ts'
import {
  deleteJobs,
  jobPage,
  lockIdleEmailJob,
  lockIdleJob,
  rescheduleFailedJobs,
  rescheduleJobs,
} from './job-queries.ts'
import { systemOverview } from './overview.ts'
import { presentEmail, presentJob } from './present.ts'

export const systemHandlers = handle(systems, {
  get: systemOverview,

  async listSlowOperations(ctx) {
    return {
      object: 'slow-operations',
      since: instance.startedAt.toISOString(),
      operations: ctx.operationTimes.slowest(MAX_SLOW_OPERATIONS).map(({ lastAt, slowest, ...times }) => ({
        ...times,
        lastAt: lastAt.toISOString(),
        slowest: { at: slowest.at.toISOString(), requestId: slowest.requestId },
      })),
    }
  },

  async listJobs(ctx, { query }) {
    return listResponse(await jobPage(ctx.db, query), presentJob)
  },

  async retryJob(ctx, { params: { jobId } }) {
    return ctx.write(async (tx) => {
      const { id } = await lockIdleJob(tx, jobId)
      await rescheduleJobs(tx, [id])
      return presentJob(await lockIdleJob(tx, jobId))
    })
  },

  async retryFailedJobs(ctx) {
    return ctx.write(async (tx) => ({ retried: await rescheduleFailedJobs(tx) }))
  },

  async deleteJob(ctx, { params: { jobId } }) {
    return ctx.write(async (tx) => {
      const { id, name } = await lockIdleJob(tx, jobId)
      await deleteJobs(tx, [id])
      ctx.log.info({ job: jobId, name, by: ctx.caller.userId }, 'an operator deleted a job')
      return undefined
    })
  },

  async listUndeliveredEmails(ctx, { query }) {
    return listResponse(await undeliveredEmailPage(ctx.db, query), presentEmail)
  },

  async retryEmail(ctx, { params: { emailId } }) {
    const [kind, id = ''] = emailId.split('-')
    return ctx.write(async (tx) => {
      // Notifications are due again with the next event.
      if (kind === 'address') await clearUndeliverable(tx, { userId: id })
      else if (kind === 'rejected') {
        await ctx.jobs.enqueue(tx, 'send-mail', await takeRejectedEmail(tx, Number(id)))
      } else {
        await rescheduleJobs(tx, [(await lockIdleEmailJob(tx, id)).id])
      }
      return undefined
    })
  },

  async deleteEmail(ctx, { params: { emailId } }) {
    const [kind, id = ''] = emailId.split('-')
    return ctx.write(async (tx) => {
      if (kind === 'address') await clearUndeliverable(tx, { userId: id })
      else if (kind === 'rejected') await takeRejectedEmail(tx, Number(id))
      else await deleteJobs(tx, [(await lockIdleEmailJob(tx, id)).id])
      ctx.log.info({ email: emailId, by: ctx.caller.userId }, 'an operator deleted an undelivered email')
      return undefined
    })
  },
})
