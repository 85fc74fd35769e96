import { secondFactors } from '#contract/second-factor.ts'
import { DomainError, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { seal, unseal } from '../../sealing.ts'
import { lockAccount } from '../users/queries.ts'
import { appUri, counterOfCode, newAppSecret } from './authenticator-app.ts'
import { expectConfirmed, sessionIdOf } from './confirmation.ts'
import {
  acceptAppCode,
  confirmSession,
  deleteApp,
  insertApp,
  lockApp,
  updateHasSecondFactor,
} from './queries.ts'
import { recordFactorChange } from './record-change.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { codeThrottle } from './throttles.ts'
import { factorError } from './verify-factor.ts'

/** The caller's authenticator app and recovery codes. */
export const appHandlers = handle(secondFactors, {
  async startAuthenticatorApp(ctx) {
    await expectConfirmed(ctx)
    const { userId, email } = ctx.caller
    const secret = await newAppSecret()
    const sealed = await seal(ctx.config, secret)
    await ctx.write(async (tx) => {
      await lockAccount(tx, userId)
      const app = await lockApp(tx, userId)
      if (app !== undefined && app.confirmedAt !== null) throw isSetUp()
      await insertApp(tx, userId, sealed, ctx.now())
    })
    return { secret, uri: await appUri(secret, email) }
  },

  async confirmAuthenticatorApp(ctx, { body: { code } }) {
    await expectConfirmed(ctx)
    const { userId, displayName } = ctx.caller
    await codeThrottle.check(ctx, userId)
    const isValid = await ctx.write(async (tx) => {
      const app = await lockApp(tx, userId)
      if (app === undefined) throw new DomainError('invalid_state', 'Set up the authenticator app first')
      if (app.confirmedAt !== null) throw isSetUp()
      const now = ctx.now()
      const counter = await counterOfCode(await unseal(ctx.config, app.secret), code, {
        now,
        lastCounter: null,
      })
      if (counter === null) return false
      await acceptAppCode(tx, userId, counter, now)
      await updateHasSecondFactor(tx, userId)
      await confirmSession(tx, sessionIdOf(ctx.caller), true, now)
      await recordFactorChange(tx, ctx, { userId, displayName, type: 'app-added' })
      return true
    })
    if (isValid) {
      await codeThrottle.succeeded(ctx, userId)
      return undefined
    }
    await codeThrottle.failed(ctx, userId)
    throw factorError('code')
  },

  async deleteAuthenticatorApp(ctx) {
    await expectConfirmed(ctx)
    const { userId, displayName } = ctx.caller
    await ctx.write(async (tx) => {
      if (!(await deleteApp(tx, userId))) throw notFound('authenticator app of', userId)
      await recordFactorChange(tx, ctx, { userId, displayName, type: 'app-removed' })
      await updateHasSecondFactor(tx, userId)
    })
    return undefined
  },

  async createRecoveryCodes(ctx) {
    await expectConfirmed(ctx)
    const { userId, displayName } = ctx.caller
    const codes = await ctx.write(async (tx) => {
      await lockAccount(tx, userId)
      if (!(await updateHasSecondFactor(tx, userId)))
        throw new DomainError('invalid_state', 'Add a passkey or an authenticator app first')
      await recordFactorChange(tx, ctx, { userId, displayName, type: 'recovery-codes-created' })
      return replaceRecoveryCodes(tx, userId)
    })
    return { codes, createdAt: ctx.now().toISOString() }
  },
})

const isSetUp = () =>
  new DomainError('invalid_state', 'An authenticator app is already set up. Turn it off first')
