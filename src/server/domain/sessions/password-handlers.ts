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

const guesses = newThrottle('password change')
/** Requested emails count whether or not they are sent. Many people may share a network address. */
const requestsByEmail = newThrottle('email to address')
const requestsByNetwork = newThrottle('email from network', { freeFailures: 50 })

/** Passwords and email verification. */
export const passwordHandlers = handle(sessions, {
  async changePassword(ctx, { body: { current = '', password } }) {
    const { userId, displayName } = ctx.caller
    await guesses.check(ctx, userId)
    const { passwordHash: previousHash } = await accountOf(ctx.db, userId)
    // There is no current password to ask for, and someone who finds an open browser must not set one.
    if (previousHash === null) await expectConfirmed(ctx)
    if (previousHash !== null && !(await isPassword(previousHash, current))) {
      await guesses.failed(ctx, userId)
      throw wrongPassword()
    }
    await guesses.check(ctx, userId)
    await guesses.succeeded(ctx, userId)
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
    await requestsByEmail.check(ctx, email)
    await requestsByNetwork.check(ctx, ctx.request.ip)
    await requestsByEmail.failed(ctx, email)
    await requestsByNetwork.failed(ctx, ctx.request.ip)
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
    await requestsByEmail.check(ctx, userId)
    await requestsByEmail.failed(ctx, userId)
    const payload = { kind: 'verification', userId } as const
    await ctx.jobs.enqueue(ctx.db, 'send-mail', payload, { key: `verification ${userId}` })
    return undefined
  },
})

const wrongPassword = () =>
  invalid([{ path: ['body', 'current'], message: 'This isn’t your current password' }])
