import { secondFactors } from '#contract/second-factor.ts'
import { membershipOf } from '../../auth/grants.ts'
import { isPassword } from '../../auth/secrets.ts'
import type { Context } from '../../context.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { accountOf } from '../users/queries.ts'
import { appHandlers } from './app-handlers.ts'
import { createChallenge, deleteChallenge, lockChallenge } from './challenge-queries.ts'
import { confirmationOf, sessionIdOf } from './confirmation.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { presentRequest, presentSecondFactor } from './present.ts'
import { confirmSession, passkeysOf } from './queries.ts'
import { recordFactorChange } from './record-change.ts'
import { isBeyondAdmin, resetSecondFactor } from './reset.ts'
import { confirmationMethods } from './rules.ts'
import { codeThrottle, passwordThrottle } from './throttles.ts'
import { type FactorProof, factorError, verifyFactor } from './verify-factor.ts'
import { requestOptions } from './webauthn.ts'

const confirmationHandlers = handle(secondFactors, {
  async get(ctx) {
    return presentSecondFactor(ctx)
  },

  async confirmByPasskey(ctx) {
    const { userId } = ctx.caller
    const passkeys = await passkeysOf(ctx.db, userId)
    if (passkeys.length === 0) throw new DomainError('invalid_state', 'You have no passkeys')
    const challenge = await ctx.write((tx) =>
      createChallenge(tx, { purpose: 'confirmation', userId, now: ctx.now() }),
    )
    return presentRequest(challenge, await requestOptions(ctx.urls, challenge.passkeyChallenge, passkeys))
  },

  async confirm(ctx, { body: { password, token, ...proof } }) {
    const { state } = await confirmationOf(ctx)
    if (state === null) throw onlyInBrowser()
    if (password === undefined) await confirmByFactor(ctx, proof, token)
    else if (confirmationMethods(state).includes('password')) await confirmByPassword(ctx, password)
    else throw invalid([{ path: ['body', 'password'], message: 'Use your second factor to confirm' }])
    return presentSecondFactor(ctx)
  },

  async resetMember(ctx, { params: { organizationId, userId } }) {
    await ctx.write(async (tx) => {
      if ((await membershipOf(tx, organizationId, userId)) === undefined) throw notFound('member', userId)
      if (userId === ctx.caller.userId)
        throw new DomainError('invalid_state', 'Change your own second factor in your account')
      if (await isBeyondAdmin(tx, userId, ctx.caller.userId)) throw beyondAdmin()
      await resetSecondFactor(tx, ctx, userId)
    })
    return undefined
  },
})

async function confirmByPassword(ctx: Context, password: string): Promise<void> {
  const { userId } = ctx.caller
  await passwordThrottle.check(ctx, userId)
  const { passwordHash } = await accountOf(ctx.db, userId)
  if (!(await isPassword(passwordHash, password))) {
    await passwordThrottle.failed(ctx, userId)
    throw invalid([{ path: ['body', 'password'], message: 'This isn’t your password' }])
  }
  await passwordThrottle.check(ctx, userId)
  await passwordThrottle.succeeded(ctx, userId)
  await ctx.write((tx) => confirmSession(tx, sessionIdOf(ctx.caller), false, ctx.now()))
}

async function confirmByFactor(ctx: Context, proof: FactorProof, token: string | undefined): Promise<void> {
  const { userId, displayName } = ctx.caller
  if (proof.passkey === undefined) await codeThrottle.check(ctx, userId)
  const result = await ctx.write(async (tx) => {
    const challenge =
      token === undefined ? undefined : await lockChallenge(tx, token, 'confirmation', ctx.now())
    if (token !== undefined) await deleteChallenge(tx, token)
    const passkeyChallenge = challenge?.userId === userId ? challenge.passkeyChallenge : null
    const verified = await verifyFactor(tx, ctx, userId, proof, passkeyChallenge)
    if (verified.refusal !== undefined) return verified
    // Again, because guesses that were sent at the same time have failed in the meantime.
    if (proof.passkey === undefined) await codeThrottle.check({ db: tx, now: ctx.now }, userId)
    await confirmSession(tx, sessionIdOf(ctx.caller), true, ctx.now())
    if (verified.method === 'recovery-code')
      await recordFactorChange(tx, ctx, { userId, displayName, type: 'recovery-code-used' })
    return verified
  })
  if (result.refusal === undefined) return codeThrottle.succeeded(ctx, userId)
  ctx.log.info({ userId, refusal: result.refusal }, 'a second factor was refused')
  if (result.method !== 'passkey') await codeThrottle.failed(ctx, userId)
  throw factorError(result.method)
}

const onlyInBrowser = () =>
  new DomainError('confirmation_required', 'Sign in to the dashboard to do this', { methods: [] })

const beyondAdmin = () =>
  new DomainError(
    'invalid_state',
    'They are also in an organization that you don’t administer. An operator of this service can remove the second factor',
  )

/** Everyone's second factor. */
export const secondFactorHandlers = [...confirmationHandlers, ...passkeyHandlers, ...appHandlers]
