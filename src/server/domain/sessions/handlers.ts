import { sessions } from '#contract/sessions.ts'
import { isPassword } from '../../auth/secrets.ts'
import { closeSession, sessionCookie } from '../../auth/sessions.ts'
import { newThrottle } from '../../auth/throttle.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { refuseForeign } from '../../origin.ts'
import { accountByEmail } from '../users/queries.ts'
import { browserHandlers } from './browser-handlers.ts'
import { invitationHandlers } from './invitation-handlers.ts'
import { linkHandlers } from './link-handlers.ts'
import { passwordHandlers } from './password-handlers.ts'
import { presentSession, signedIn } from './signed-in.ts'

const throttle = newThrottle()

const signInHandlers = handle(sessions, {
  async current(ctx) {
    return presentSession(ctx, ctx.caller.userId)
  },

  async signIn(ctx, { body: { email, password } }) {
    refuseForeign(ctx.request)
    const keys = [`email ${email.toLowerCase()}`, `ip ${ctx.request.ip} ${email.toLowerCase()}`]
    for (const key of keys) throttle.check(key, ctx.now())
    const account = await accountByEmail(ctx.db, email)
    if (!(await isPassword(account?.passwordHash ?? null, password)) || account === undefined) {
      for (const key of keys) throttle.failed(key, ctx.now())
      throw new DomainError('unauthenticated', 'E-mail address and password do not match')
    }
    for (const key of keys) throttle.succeeded(key)
    return signedIn(ctx, account.id)
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
