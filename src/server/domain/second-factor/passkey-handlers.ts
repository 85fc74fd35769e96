import { secondFactors } from '#contract/second-factor.ts'
import type { Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import { lockAccount } from '../users/queries.ts'
import { createChallenge, deleteChallenge, lockChallenge } from './challenge-queries.ts'
import { expectConfirmed, sessionIdOf } from './confirmation.ts'
import { presentPasskey, presentRequest } from './present.ts'
import {
  confirmSession,
  deletePasskey,
  lockPasskey,
  passkeyPage,
  passkeysOf,
  renamePasskey,
  updateHasSecondFactor,
} from './queries.ts'
import { recordFactorChange } from './record-change.ts'
import { MAX_PASSKEYS } from './rules.ts'
import { creationOptions, expectPasskeysPossible, verifyCreation } from './webauthn.ts'

/** The passkeys of the caller. */
export const passkeyHandlers = handle(secondFactors, {
  async listPasskeys(ctx, { query }) {
    return listResponse(await passkeyPage(ctx.db, ctx.caller.userId, query), presentPasskey)
  },

  async startPasskey(ctx) {
    await expectConfirmed(ctx)
    expectPasskeysPossible(ctx.urls)
    const { userId, email, displayName } = ctx.caller
    const existing = await passkeysOf(ctx.db, userId)
    expectRoom(existing.length)
    const challenge = await ctx.write((tx) =>
      createChallenge(tx, { purpose: 'passkey-creation', userId, now: ctx.now() }),
    )
    const person = { userId, email, displayName, existing, challenge: challenge.passkeyChallenge }
    return presentRequest(challenge, await creationOptions(ctx.urls, person))
  },

  async addPasskey(ctx, { body: { token, name, passkey: response } }) {
    await expectConfirmed(ctx)
    const { userId, displayName } = ctx.caller
    const challenge = await ctx.write(async (tx) => {
      const locked = await lockChallenge(tx, token, 'passkey-creation', ctx.now())
      // It is used up also by a response that is not valid.
      await deleteChallenge(tx, token)
      return locked?.userId === userId ? locked.passkeyChallenge : null
    })
    if (challenge === null) throw refused('The request has expired. Try again', 'token')
    const verified = await verifyCreation(ctx.urls, response, challenge)
    if ('refusal' in verified) {
      ctx.log.info({ userId, refusal: verified.refusal }, 'a new passkey was refused')
      throw refused('The passkey was refused. Try again', 'passkey')
    }
    const { credentialId, publicKey, counter, synced } = verified.value
    const id = ctx.newId()
    return ctx.write(async (tx) => {
      await lockAccount(tx, userId)
      expectRoom((await passkeysOf(tx, userId)).length)
      const created = await tx
        .insertInto('passkey')
        .values({
          credential_id: credentialId,
          id,
          user_id: userId,
          name,
          public_key: publicKey,
          counter,
          transports: response.response.transports ?? [],
          synced,
          created_at: ctx.now(),
        })
        .onConflict((conflict) => conflict.column('credential_id').doNothing())
        .executeTakeFirst()
      if (created.numInsertedOrUpdatedRows !== 1n) throw refused('This passkey is already in use', 'passkey')
      await updateHasSecondFactor(tx, userId)
      await confirmSession(tx, sessionIdOf(ctx.caller), true, ctx.now())
      await recordFactorChange(tx, ctx, { userId, displayName, type: 'passkey-added', name })
      return presentPasskey(await storedPasskey(tx, credentialId))
    })
  },

  async renamePasskey(ctx, { params: { passkeyId }, body: { name } }) {
    return ctx.write(async (tx) => {
      const renamed = await renamePasskey(tx, ctx.caller.userId, passkeyId, name)
      if (renamed === undefined) throw notFound('passkey', passkeyId)
      return presentPasskey(renamed)
    })
  },

  async deletePasskey(ctx, { params: { passkeyId } }) {
    await expectConfirmed(ctx)
    const { userId, displayName } = ctx.caller
    await ctx.write(async (tx) => {
      const deleted = await deletePasskey(tx, userId, passkeyId)
      if (deleted === undefined) throw notFound('passkey', passkeyId)
      // Audited before the update, because it may end the membership's access.
      await recordFactorChange(tx, ctx, { userId, displayName, type: 'passkey-removed', name: deleted.name })
      await updateHasSecondFactor(tx, userId)
    })
    return undefined
  },
})

const refused = (message: string, field: 'token' | 'passkey') => invalid([{ path: ['body', field], message }])

function expectRoom(passkeys: number): void {
  if (passkeys < MAX_PASSKEYS) return
  throw new DomainError('invalid_state', `You have ${MAX_PASSKEYS} passkeys. Delete one first`)
}

async function storedPasskey(tx: Tx, credentialId: string) {
  const row = await lockPasskey(tx, credentialId)
  if (row === undefined) throw new Error('A passkey is gone in the transaction that created it')
  return row
}
