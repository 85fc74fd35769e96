import { type Token, tokens } from '#contract/tokens.ts'
import { newToken } from '../../auth/secrets.ts'
import { notFound } from '../../errors.ts'
import { handle } from '../../handle.ts'
import type { Urls } from '../../urls.ts'
import { deleteToken, insertToken, type TokenRow, tokenPage } from './queries.ts'

export const tokenHandlers = handle(tokens, {
  async list(ctx, { query }) {
    const { rows, next, count } = await tokenPage(ctx.db, ctx.caller.userId, query)
    return { ...(next ? { next } : {}), count, items: rows.map((row) => presentToken(row, ctx.urls)) }
  },

  async create(ctx, { body: { label } }) {
    const secret = newToken()
    const row = await ctx.write((tx) =>
      insertToken(tx, { id: ctx.newId(), userId: ctx.caller.userId, label, secret, now: ctx.now() }),
    )
    return { ...presentToken(row, ctx.urls), token: secret }
  },

  async delete(ctx, { params: { tokenId } }) {
    if (!(await ctx.write((tx) => deleteToken(tx, ctx.caller.userId, tokenId))))
      throw notFound('token', tokenId)
    return undefined
  },
})

const presentToken = (row: TokenRow, urls: Urls): Token => ({
  object: 'api-token',
  id: row.id,
  label: row.label,
  createdAt: row.createdAt.toISOString(),
  ...(row.lastUsedAt === null ? {} : { lastUsedAt: row.lastUsedAt.toISOString() }),
  urls: { location: urls.location('user', 'tokens', row.id) },
})
