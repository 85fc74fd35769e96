import { sessions } from '#contract/sessions.ts'
import { isPassword } from '../../auth/secrets.ts'
import { closeSession, sessionCookie } from '../../auth/sessions.ts'
import { newThrottle, throttlesOf } from '../../auth/throttle.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { expectSameOrigin } from '../../same-origin.ts'
import { accountByEmail } from '../users/queries.ts'
import { browserHandlers } from './browser-handlers.ts'
import { invitationHandlers } from './invitation-handlers.ts'
import { linkHandlers } from './link-handlers.ts'
import { openSessionFor, presentSession } from './open-session.ts'
import { passwordHandlers } from './password-handlers.ts'

/**
 * Who guesses at an account from one address waits long. All that comes from one address, and all that is guessed at
 * one account from many, is slowed down so little that nobody can lock others out.
 */
const throttlesIn = throttlesOf(() => ({
  here: newThrottle(),
  fromAddress: newThrottle(50, 10_000),
  atAccount: newThrottle(50, 10_000),
}))

const signInHandlers = handle(sessions, {
  async current(ctx) {
    return presentSession(ctx, ctx.caller.userId)
  },

  async signIn(ctx, { body: { email, password } }) {
    expectSameOrigin(ctx.request)
    const { ip } = ctx.request
    const guesses = throttlesIn(ctx)
    const normalizedEmail = email.toLowerCase()
    const throttles = [
      [guesses.here, `${ip} ${normalizedEmail}`],
      [guesses.fromAddress, ip],
      [guesses.atAccount, normalizedEmail],
    ] as const
    for (const [throttle, key] of throttles) throttle.check(key, ctx.now())
    const account = await accountByEmail(ctx.db, email)
    if (!(await isPassword(account?.passwordHash ?? null, password)) || account === undefined) {
      for (const [throttle, key] of throttles) throttle.failed(key, ctx.now())
      throw new DomainError('unauthenticated', 'E-mail address and password do not match')
    }
    // Who knows their own password may still be guessing at others from here.
    guesses.here.succeeded(`${ip} ${normalizedEmail}`)
    return openSessionFor(ctx, account.id)
  },

  async signOut(ctx) {
    const secret = ctx.request.cookies[sessionCookie]
    if (secret !== undefined) await closeSession(ctx.db, secret)
    ctx.reply.clearCookie(sessionCookie, { path: '/' })
    return undefined
  },
})

/** Everything behind the door `/auth`. */
export const sessionHandlers = [
  ...signInHandlers,
  ...linkHandlers,
  ...browserHandlers,
  ...passwordHandlers,
  ...invitationHandlers,
]
