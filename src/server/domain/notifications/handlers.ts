import { notifications } from '#contract/notifications.ts'
import { viewerOf } from '../../auth/viewer.ts'
import { invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { presentNotifications } from './present.ts'
import { changeState, notificationPage, openCount } from './queries.ts'

const YEAR_MS = 366 * 86_400_000

export const notificationHandlers = handle(notifications, {
  async list(ctx, { query }) {
    const { rows, next, count } = await notificationPage(ctx.db, viewerOf(ctx), query, ctx.now())
    return { ...(next ? { next } : {}), count, items: await presentNotifications(ctx, rows) }
  },

  async count(ctx) {
    const { open, nextAt } = await openCount(ctx.db, viewerOf(ctx), ctx.now())
    return {
      object: 'notification-count',
      open,
      ...(nextAt === null ? {} : { nextAt: nextAt.toISOString() }),
    }
  },

  async update(ctx, { body: { select, state, until } }) {
    const now = ctx.now()
    const snoozedUntil = state === 'snoozed' ? snoozeEnd(until, now) : undefined
    const ids = await ctx.write((tx) =>
      changeState(tx, viewerOf(ctx), select, { state, until: snoozedUntil, now }),
    )
    return { object: 'notification-changes', ids }
  },
})

/** @throws {DomainError} `validation` unless it is in the future and within a year */
function snoozeEnd(until: string | undefined, now: Date): Date {
  const end = until === undefined ? undefined : new Date(until)
  if (end === undefined || end <= now || end.getTime() - now.getTime() > YEAR_MS)
    throw invalid([{ path: ['body', 'until'], message: 'Choose a time within the next year' }])
  return end
}
