import { MAX_TOKENS, type Token, tokens } from '#contract/tokens.ts'
import { refusalError, unmetRules } from '../../auth/expect-sign-in.ts'
import { policiesOf } from '../../auth/grants.ts'
import { newToken } from '../../auth/secrets.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/client.ts'
import { listResponse } from '../../db/page.ts'
import { DomainError, invalid, notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import type { Urls } from '../../urls.ts'
import { recordAuditEventForAccount } from '../audit-events/record-for-account.ts'
import { lockAccount } from '../users/queries.ts'
import { countOfTokens, deleteToken, endOfToken, insertToken, type TokenRow, tokenPage } from './queries.ts'

export const tokenHandlers = handle(tokens, {
  async list(ctx, { query }) {
    return listResponse(await tokenPage(ctx.db, ctx.caller.userId, query), (row) =>
      presentToken(row, ctx.urls),
    )
  },

  async create(ctx, { body: { label, expiresAt, readOnly } }) {
    const now = ctx.now()
    const end = expiresAt === undefined ? null : new Date(expiresAt)
    if (end !== null && end <= now)
      throw invalid([{ path: ['body', 'expiresAt'], message: 'Enter a time in the future' }])
    await expectEverySignIn(ctx)
    const secret = newToken()
    const { userId, credential } = ctx.caller
    const row = await ctx.write(async (tx) => {
      // Otherwise someone who obtains a token that expires soon could create a permanent one.
      const last = credential.kind === 'token' ? await endOfToken(tx, credential.id) : null
      if (last !== null && (end === null || end > last)) {
        const message = `A token created with another token can’t outlast it. Choose a time before ${last.toISOString()}`
        throw invalid([{ path: ['body', 'expiresAt'], message }])
      }
      await expectRoomForToken(tx, userId, now)
      const input = { id: ctx.newId(), userId, label, secret, expiresAt: end, now }
      const created = await insertToken(tx, { ...input, readOnly: readOnly ?? false })
      await recordAuditEventForAccount(tx, ctx, userId, {
        ...auditEventFor('create', created),
        after: auditStateOf(created),
      })
      return created
    })
    return { ...presentToken(row, ctx.urls), token: secret }
  },

  async delete(ctx, { params: { tokenId } }) {
    const { userId } = ctx.caller
    await ctx.write(async (tx) => {
      const deleted = await deleteToken(tx, userId, tokenId)
      if (deleted === undefined) throw notFound('token', tokenId)
      await recordAuditEventForAccount(tx, ctx, userId, {
        ...auditEventFor('delete', deleted),
        before: auditStateOf(deleted),
      })
    })
    return undefined
  },
})

/** @throws {DomainError} 409 `invalid_state` for someone with `MAX_TOKENS` tokens that have not expired */
async function expectRoomForToken(tx: Tx, userId: string, now: Date): Promise<void> {
  // Locked, so that concurrent requests cannot exceed the limit together.
  await lockAccount(tx, userId)
  if ((await countOfTokens(tx, userId, now)) < MAX_TOKENS) return
  throw new DomainError('invalid_state', `You can have up to ${MAX_TOKENS} tokens. Revoke one first`)
}

/**
 * A token works in every organization of its owner, and no sign-in rule applies to it. So only a session that meets the
 * rules of all of them can create one.
 * @throws {DomainError} 403 as `expectSignIn`, with the organization in the message
 */
async function expectEverySignIn({ db, caller }: Context): Promise<void> {
  if (caller.signIn === undefined) return
  const rules = await policiesOf(db, caller.userId)
  const unmet = await unmetRules(
    db,
    caller.signIn,
    rules.map(({ policy }) => policy),
  )
  const first = rules.find(({ policy }) => unmet.has(policy.organizationId))
  const rule = first && unmet.get(first.policy.organizationId)
  if (first === undefined || rule === undefined) return
  const { reason, message, details } = refusalError(first.policy.organizationId, rule)
  throw new DomainError(reason, `The token would also work in ${first.title}. ${message}`, details)
}

/** Recorded in every organization of the owner, so without the label, which is private. */
const auditEventFor = (verb: 'create' | 'delete', { id }: TokenRow) =>
  ({ action: `token.${verb}`, target: { type: 'token', id } }) as const

/** The fields of a token that others may see: neither the secret nor the label. */
const auditStateOf = ({ readOnly, expiresAt }: TokenRow) => ({
  readOnly,
  ...(expiresAt === null ? {} : { expiresAt: expiresAt.toISOString() }),
})

const presentToken = (row: TokenRow, urls: Urls): Token => ({
  object: 'api-token',
  id: row.id,
  label: row.label,
  readOnly: row.readOnly,
  createdAt: row.createdAt.toISOString(),
  ...(row.expiresAt === null ? {} : { expiresAt: row.expiresAt.toISOString() }),
  ...(row.lastUsedAt === null ? {} : { lastUsedAt: row.lastUsedAt.toISOString() }),
  urls: { location: urls.location('user', 'tokens', row.id) },
})
