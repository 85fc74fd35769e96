import { sessions } from '#contract/sessions.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { DomainError } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { expectSameOrigin } from '../../same-origin.ts'
import {
  countAttempt,
  createChallenge,
  deleteChallenge,
  lockChallenge,
} from '../second-factor/challenge-queries.ts'
import { presentRequest } from '../second-factor/present.ts'
import { lockPasskey } from '../second-factor/queries.ts'
import { recordFactorChange } from '../second-factor/record-change.ts'
import { MAX_ATTEMPTS } from '../second-factor/rules.ts'
import { codeThrottle } from '../second-factor/throttles.ts'
import { type FactorProof, factorError, verifyFactor, verifyPasskey } from '../second-factor/verify-factor.ts'
import { expectPasskeysPossible, requestOptions } from '../second-factor/webauthn.ts'
import { accountOf } from '../users/queries.ts'
import { openVerifiedSession, presentOpenedSession } from './complete-sign-in.ts'
import { actorFor } from './present-session.ts'
import { recordSignInEvent } from './sign-in-event-queries.ts'

/** The second step of a sign-in, and sign-in by passkey alone. */
export const secondStepHandlers = handle(sessions, {
  async completeSignIn(ctx, { body: { token, ...proof } }) {
    expectSameOrigin(ctx.request)
    const result = await ctx.write((tx) => secondStep(tx, ctx, token, proof))
    if (result.opened) {
      await codeThrottle.succeeded(ctx, result.opened.userId)
      return presentOpenedSession(ctx, result.opened)
    }
    const { userId, method, refusal, attempts } = result
    if (method !== 'passkey') await codeThrottle.failed(ctx, userId)
    ctx.log.info({ userId, method, refusal, ip: ctx.request.ip }, 'a second factor was refused')
    throw attempts >= MAX_ATTEMPTS ? signInExpired() : factorError(method)
  },

  async startPasskeySignIn(ctx) {
    expectSameOrigin(ctx.request)
    expectPasskeysPossible(ctx.urls)
    const challenge = await ctx.write((tx) =>
      createChallenge(tx, { purpose: 'passkey-sign-in', userId: null, now: ctx.now() }),
    )
    return presentRequest(challenge, await requestOptions(ctx.urls, challenge.passkeyChallenge))
  },

  async signInByPasskey(ctx, { body: { token, passkey } }) {
    expectSameOrigin(ctx.request)
    const { refusal, opened } = await ctx.write(async (tx) => {
      const challenge = await lockChallenge(tx, token, 'passkey-sign-in', ctx.now())
      if (challenge === undefined) return { refusal: 'the challenge is unknown or has expired' }
      await deleteChallenge(tx, token)
      const row = await lockPasskey(tx, passkey.id)
      if (row === undefined) return { refusal: 'the passkey is unknown' }
      const { userId } = row
      const handle = passkey.response.userHandle
      const isOwner = handle === undefined || Buffer.from(handle, 'base64url').toString() === userId
      const verified = isOwner
        ? await verifyPasskey(tx, ctx, row, passkey, challenge.passkeyChallenge)
        : { refusal: 'the passkey names another user' }
      if (verified.refusal === undefined)
        return { opened: await openVerifiedSession(tx, ctx, { userId, method: 'passkey' }) }
      await recordSignInEvent(tx, ctx, { userId, outcome: 'wrong-second-factor', method: 'passkey' })
      return { refusal: `${verified.refusal} (${userId})` }
    })
    if (opened) return presentOpenedSession(ctx, opened)
    ctx.log.info({ refusal, ip: ctx.request.ip }, 'a sign-in by passkey was refused')
    throw new DomainError(
      'unauthenticated',
      'This passkey doesn’t work here. Try another one, or sign in with your password',
    )
  },
})

/** Checks the second factor. A refusal is returned and not thrown, so that the attempt is counted. */
async function secondStep(tx: Tx, ctx: Context, token: string, proof: FactorProof) {
  const challenge = await lockChallenge(tx, token, 'sign-in', ctx.now())
  if (challenge === undefined || challenge.userId === null || challenge.method === null) throw signInExpired()
  const { userId, method: firstFactor, passkeyChallenge } = challenge
  if (proof.passkey === undefined) await codeThrottle.check({ db: tx, now: ctx.now }, userId)
  const { method, refusal } = await verifyFactor(tx, ctx, userId, proof, passkeyChallenge)
  if (refusal !== undefined) {
    await countAttempt(tx, token)
    await recordSignInEvent(tx, ctx, {
      userId,
      outcome: 'wrong-second-factor',
      method: firstFactor,
      secondFactor: method,
    })
    return { userId, method, refusal, attempts: challenge.attempts + 1 }
  }
  // Again, because guesses that were sent at the same time have failed in the meantime.
  if (proof.passkey === undefined) await codeThrottle.check({ db: tx, now: ctx.now }, userId)
  await deleteChallenge(tx, token)
  if (method === 'recovery-code') {
    const account = await accountOf(tx, userId)
    const by = { ...actorFor(ctx, account), jobs: ctx.jobs }
    await recordFactorChange(tx, by, { ...account, type: 'recovery-code-used' })
  }
  const factor = { userId, method: firstFactor, secondFactor: method }
  return { opened: await openVerifiedSession(tx, ctx, factor) }
}

const signInExpired = () =>
  new DomainError('unauthenticated', 'This sign-in has expired or was tried too often. Start again')
