import { sessions } from '#contract/sessions.ts'
import { isPassword } from '../../auth/secrets.ts'
import { closeSession, sessionCookie } from '../../auth/sessions.ts'
import { newThrottle } from '../../auth/throttle.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { expectSameOrigin } from '../../same-origin.ts'
import { accountByEmail } from '../users/queries.ts'
import { browserHandlers } from './browser-handlers.ts'
import { completeSignIn, presentSignIn } from './complete-sign-in.ts'
import { invitationHandlers } from './invitation-handlers.ts'
import { linkHandlers } from './link-handlers.ts'
import { passwordHandlers } from './password-handlers.ts'
import { presentSession } from './present-session.ts'
import { secondStepHandlers } from './second-step-handlers.ts'
import { recordSignInEvent } from './sign-in-event-queries.ts'

/**
 * Guessing one account from one address is slowed down a lot. All attempts from one address, and all at one
 * account, are slowed down only a little, so that no one can lock others out.
 */
const guesses = {
  here: newThrottle('sign-in here'),
  fromAddress: newThrottle('sign-in from address', { freeFailures: 50, maxWaitMs: 10_000 }),
  atAccount: newThrottle('sign-in at account', { freeFailures: 50, maxWaitMs: 10_000 }),
}

const signInHandlers = handle(sessions, {
  async current(ctx) {
    return presentSession(ctx, ctx.caller.userId)
  },

  async signIn(ctx, { body: { email, password } }) {
    expectSameOrigin(ctx.request)
    const { ip } = ctx.request
    const normalizedEmail = email.toLowerCase()
    const throttles = [
      [guesses.here, `${ip} ${normalizedEmail}`],
      [guesses.fromAddress, ip],
      [guesses.atAccount, normalizedEmail],
    ] as const
    for (const [throttle, key] of throttles) await throttle.check(ctx, key)
    const account = await accountByEmail(ctx.db, email)
    if (!(await isPassword(account?.passwordHash ?? null, password)) || account === undefined) {
      for (const [throttle, key] of throttles) await throttle.failed(ctx, key)
      if (account !== undefined) recordWrongPassword(ctx, account.id)
      throw new DomainError('unauthenticated', 'Email address and password don’t match')
    }
    // Again, because guesses that were sent at the same time have failed in the meantime.
    for (const [throttle, key] of throttles) await throttle.check(ctx, key)
    // The other throttles stay, since someone with an account may still be guessing others from here.
    await guesses.here.succeeded(ctx, `${ip} ${normalizedEmail}`)
    const factor = { userId: account.id, method: 'password' } as const
    return presentSignIn(ctx, await ctx.write((tx) => completeSignIn(tx, ctx, factor)))
  },

  async signOut(ctx) {
    const secret = ctx.request.cookies[sessionCookie]
    if (secret !== undefined) await closeSession(ctx.db, secret)
    ctx.reply.clearCookie(sessionCookie, { path: '/' })
    return undefined
  },
})

/** Not awaited, so that the response takes as long when there is no account. */
function recordWrongPassword(ctx: Context, userId: string): void {
  const event = { userId, outcome: 'wrong-password', method: 'password' } as const
  recordSignInEvent(ctx.db, ctx, event).catch((error: unknown) =>
    ctx.log.error({ err: error }, 'a failed sign-in was not recorded'),
  )
}

/** Everything about sessions and passwords. */
export const sessionHandlers = [
  ...signInHandlers,
  ...secondStepHandlers,
  ...linkHandlers,
  ...browserHandlers,
  ...passwordHandlers,
  ...invitationHandlers,
]
