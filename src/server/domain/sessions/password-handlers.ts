import { sessions } from '#contract/sessions.ts'
import { voidPasswordLinks } from '../../auth/one-time-links.ts'
import { hashPassword, isPassword } from '../../auth/secrets.ts'
import { closeSessionsOf } from '../../auth/sessions.ts'
import { newThrottle } from '../../auth/throttle.ts'
import { invalid } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { expectSameOrigin } from '../../same-origin.ts'
import { recordAuditEventForAccount } from '../audit-events/record-for-account.ts'
import { deleteChallengesOf } from '../second-factor/challenge-queries.ts'
import { expectConfirmed } from '../second-factor/confirmation.ts'
import { accountOf, replacePassword } from '../users/queries.ts'
import { currentSessionId } from './present.ts'

const guesses = newThrottle()
/** Requested emails count whether or not they are sent. Many people may share a network address. */
const requestsByEmail = newThrottle()
const requestsByNetwork = newThrottle(50)

/** Passwords and email verification. */
export const passwordHandlers = handle(sessions, {
  async changePassword(ctx, { body: { current = '', password } }) {
    const { userId, displayName } = ctx.caller
    guesses.check(userId, ctx.now())
    const { passwordHash: previousHash } = await accountOf(ctx.db, userId)
    // There is no present password to ask for: whoever finds an open browser must not set one.
    if (previousHash === null) await expectConfirmed(ctx)
    if (previousHash !== null && !(await isPassword(previousHash, current))) {
      guesses.failed(userId, ctx.now())
      throw wrongPassword()
    }
    guesses.succeeded(userId)
    const hash = await hashPassword(password)
    await ctx.write(async (tx) => {
      if (!(await replacePassword(tx, userId, { previousHash, hash, now: ctx.now() }))) throw wrongPassword()
      await voidPasswordLinks(tx, userId)
      await closeSessionsOf(tx, userId, currentSessionId(ctx.caller))
      await deleteChallengesOf(tx, userId)
      await recordAuditEventForAccount(tx, ctx, userId, {
        action: 'account.password',
        target: { type: 'account', id: userId, label: displayName },
      })
    })
    return undefined
  },

  async forgotPassword(ctx, { body }) {
    expectSameOrigin(ctx.request)
    const email = body.email.toLowerCase()
    const now = ctx.now()
    requestsByEmail.check(email, now)
    requestsByNetwork.check(ctx.request.ip, now)
    requestsByEmail.failed(email, now)
    requestsByNetwork.failed(ctx.request.ip, now)
    // The job looks up the account, so that the response takes as long when there is none.
    await ctx.jobs.enqueue(
      ctx.db,
      'send-mail',
      { kind: 'new-password', email },
      { key: `new-password ${email}` },
    )
    return undefined
  },

  async requestEmailVerification(ctx) {
    const { userId } = ctx.caller
    if ((await accountOf(ctx.db, userId)).emailVerifiedAt !== null) return undefined
    requestsByEmail.check(userId, ctx.now())
    requestsByEmail.failed(userId, ctx.now())
    const payload = { kind: 'verification', userId } as const
    await ctx.jobs.enqueue(ctx.db, 'send-mail', payload, { key: `verification ${userId}` })
    return undefined
  },
})

const wrongPassword = () =>
  invalid([{ path: ['body', 'current'], message: 'This is not your present password' }])
