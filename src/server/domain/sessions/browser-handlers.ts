import { sessions } from '#contract/sessions.ts'
import { closeSessionsOf, sessionCookie } from '../../auth/sessions.ts'
import type { Context } from '../../context.ts'
import { listResponse } from '../../db/page.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { recordAuditEventForAccount } from '../audit-events/record-for-account.ts'
import { currentSessionId, presentBrowser, presentSignInEvent } from './present.ts'
import { browserPage, closeBrowser } from './queries.ts'
import { signInEventPage } from './sign-in-event-queries.ts'

/** The sessions of a user. */
export const browserHandlers = handle(sessions, {
  async listBrowsers(ctx, { query }) {
    const page = await browserPage(ctx.db, ctx.caller.userId, query, ctx.now())
    return listResponse(page, (row) => presentBrowser(row, currentSessionId(ctx.caller)))
  },

  async listEvents(ctx, { query }) {
    const page = await signInEventPage(ctx.db, ctx.caller.userId, query, ctx.now())
    return listResponse(page, presentSignInEvent)
  },

  async signOutBrowser(ctx, { params: { sessionId } }) {
    const { userId } = ctx.caller
    await ctx.write(async (tx) => {
      const closed = await closeBrowser(tx, userId, sessionId, ctx.now())
      if (closed === undefined) throw notFound('browser', sessionId)
      await recordAuditEventForAccount(tx, ctx, userId, {
        ...signedOut(ctx),
        before: { browsers: 1 },
      })
    })
    if (sessionId === currentSessionId(ctx.caller)) ctx.reply.clearCookie(sessionCookie, { path: '/' })
    return undefined
  },

  async signOutOthers(ctx) {
    const { userId } = ctx.caller
    await ctx.write(async (tx) => {
      const browsers = await closeSessionsOf(tx, userId, currentSessionId(ctx.caller))
      if (browsers > 0)
        await recordAuditEventForAccount(tx, ctx, userId, { ...signedOut(ctx), before: { browsers } })
    })
    return undefined
  },
})

const signedOut = ({ caller }: Context) =>
  ({
    action: 'account.sign-out',
    target: { type: 'account', id: caller.userId, label: caller.displayName },
  }) as const
